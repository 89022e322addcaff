// SPDX-License-Identifier: Apache-2.0
// Generated harnesses are compiled, linked with table_driver.cpp instead of the engine, and run.
#include <gmock/gmock.h>

#include "frontend/harness_writer.h"
#include "frontend/verifier.h"
#include "subject_fixture.h"
#include "support/files.h"
#include "support/subprocess.h"

namespace heddle::frontend {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::string outputOf(const std::vector<std::string>& arguments) {
  Command command;
  command.arguments = arguments;
  command.output = Stream::capture();
  command.error = Stream::capture();
  const Result<Completed> done = runCommand(command);
  EXPECT_TRUE(done) << arguments.front();
  EXPECT_TRUE(done->status.succeeded()) << arguments.front() << ": " << done->error;
  return done->output;
}

// A harness that runs without the engine.
class Harness {
public:
  Harness(const Header& header, const std::string& className)
      : directory_(header.directory()), subject_(header.subject(className)) {
    const HarnessText text = writeHarness(subject_, includesOf(header.request(className)));
    EXPECT_TRUE(writeFileAtomically(path("harness.cpp"), text.text));
    outputOf({"clang++-19",
              "-std=c++20",
              "-w",
              "-isystem",
              HEDDLE_INCLUDE,
              path("harness.cpp"),
              TABLE_DRIVER,
              "-o",
              path("harness")});
  }

  std::string table() const { return outputOf({path("harness"), "print"}); }
  // How the call with this signature ended.
  std::string run(const std::string& signature, const std::vector<int>& choices) const {
    return run({{signature, choices}});
  }
  std::string run(const std::vector<std::pair<std::string, std::vector<int>>>& calls) const {
    std::vector<std::string> arguments{path("harness"), "run"};
    for (const auto& [signature, choices] : calls) {
      if (arguments.size() > 2)
        arguments.emplace_back("then");
      for (std::size_t i = 0; i < subject_.operations.size(); ++i)
        if (subject_.operations[i].model.signature == signature)
          arguments.push_back(std::to_string(i));
      for (int choice : choices)
        arguments.push_back(std::to_string(choice));
    }
    return outputOf(arguments);
  }
  // Checks that the code of emitted tests compiles without heddle.
  std::string source() const {
    std::string text = "#include \"" + path("subject.hpp") + "\"\n";
    for (const std::string& include : subject_.model.includes)
      text += "#include " + include + "\n";
    text += subject_.model.supportCode + "using Subject = " + subject_.model.name + ";\n" +
            outputOf({path("harness"), "source"});
    EXPECT_TRUE(writeFileAtomically(path("source.cpp"), text));
    for (const char* compiler : {"clang++-19", "g++"})
      outputOf({compiler, "-std=c++20", "-w", "-fsyntax-only", path("source.cpp")});
    return text;
  }

private:
  std::string path(const std::string& name) const { return joinPath(directory_, name); }

  std::string directory_;
  SubjectDescription subject_;
};

TEST(Harness, BuildsArgumentsOfEveryKind) {
  const Header header(*readFile(EVERY_TYPE));
  const Harness harness(header, "Many");
  const std::string table = harness.table();
  EXPECT_THAT(table, HasSubstr("h2(n::Hard &) UNSUPPORTED no-value-for\037n::Hard &\037"));
  EXPECT_THAT(table, HasSubstr("h9(int) UNSUPPORTED variadic"));
  harness.source();
}

TEST(Harness, FoldsResults) {
  const Header header(
      "#include <map>\n#include <memory>\n#include <optional>\n#include <stdexcept>\n"
      "#include <string>\n#include <vector>\n"
      "struct Point { int x; std::string name; };\n"
      "class Range { public: Range(int l, int h) : l_(l), h_(h) {} int low() const { return l_; }\n"
      "  int high() const { return h_; } private: int l_, h_; };\n"
      "struct Store {\n"
      "  int number() { return -3; } const std::string& text() const { return t; }\n"
      "  std::optional<int> none() { return {}; } Point point() { return {4, \"p\"}; }\n"
      "  std::map<int, std::string> all() { return {{1, \"a\"}, {2, \"b\"}}; }\n"
      "  std::shared_ptr<int> shared() { return std::make_shared<int>(9); }\n"
      "  Range range() const { return {1, 2}; } Store& self() { return *this; }\n"
      "  std::vector<int>::iterator place() { return v.begin(); }\n"
      "  bool tryGet(int key, std::string& out) { out = \"got\"; return key > 1; }\n"
      "  void fail() { throw std::out_of_range(\"too far\"); } void odd() { throw 1; }\n"
      "  std::string t = \"hello\"; std::vector<int> v; };\n");
  const Harness harness(header, "Store");
  EXPECT_EQ(harness.run("number()", {}), "returned 1 - -3\n");
  EXPECT_EQ(harness.run("text()", {}), "returned 1 - \"hello\"\n");
  EXPECT_EQ(harness.run("none()", {}), "returned 1 - nullopt\n");
  EXPECT_EQ(harness.run("point()", {}), "returned 1 - {4, \"p\"}\n");
  EXPECT_EQ(harness.run("all()", {}), "returned 1 - {{1, \"a\"}, {2, \"b\"}}\n");
  EXPECT_EQ(harness.run("shared()", {}), "returned 1 - 9\n");
  EXPECT_EQ(harness.run("range()", {}), "returned 1 - {1, 2}\n");
  EXPECT_EQ(harness.run("self()", {}), "returned 1 - the object\n");
  EXPECT_THAT(harness.run("place()", {}), StartsWith("returned 0 "));
  EXPECT_EQ(harness.run("tryGet(int, std::string &)", {2, 0}),
            "returned 1 - true, out = \"got\"\n");
  EXPECT_EQ(harness.run("fail()", {}), "threw 1 St12out_of_range too far\n");
  EXPECT_EQ(harness.run("odd()", {}), "threw 1 i \n");
}

TEST(Harness, PassesObjectPeerStubsAndCallables) {
  const Header header(
      "#include <functional>\n#include <string>\n"
      "struct Filter { virtual ~Filter() = default; virtual bool passes() const = 0; };\n"
      "struct Logger {\n"
      "  int calls() const { return calls_; }\n"
      "  bool same(const Logger& other) { return this == &other; }\n"
      "  bool passes(const Filter* filter) { return filter != nullptr && filter->passes(); }\n"
      "  int each(std::function<void(int)> f) { f(1); return calls_; }\n"
      "  template <class F> bool all(F f) { return f(1, 2); }\n"
      "  mutable int calls_ = 5; };\n"
      "void swap(Logger&, Logger&);\n"
      "inline void swap(Logger&, Logger&) {}\n");
  const Harness harness(header, "Logger");
  EXPECT_EQ(harness.run("same(const Logger &)", {0}), "returned 1 - false\n");
  EXPECT_EQ(harness.run("same(const Logger &)", {1}), "returned 1 - true\n");
  EXPECT_EQ(harness.run("passes(const Filter *)", {0}), "returned 1 - true\n");
  EXPECT_EQ(harness.run("passes(const Filter *)", {1}), "returned 1 - false\n");
  EXPECT_EQ(harness.run("each(std::function<void (int)>)", {0}), "returned 1 - 5, called back\n");
  EXPECT_EQ(harness.run("each(std::function<void (int)>)", {1}),
            "threw 1 St13runtime_error callback\n");
  EXPECT_EQ(harness.run("each(std::function<void (int)>)", {3}), "returned 1 - 5\n"); // the peer
  EXPECT_EQ(harness.run("each(std::function<void (int)>)", {4}),
            "threw 1 St17bad_function_call bad_function_call\n");
  EXPECT_EQ(harness.run("all(F)", {2}), "returned 1 - true\n");
  EXPECT_THAT(harness.source(),
              AllOf(HasSubstr("object.passes(new FilterStub);"),
                    HasSubstr("swap(object, other);"),
                    HasSubstr("object.each([&](auto&&...) { (void)object.calls(); });")));
}

TEST(Harness, PassesWhatAnEarlierCallReturned) {
  const Header header("#include <memory>\n"
                      "struct Seat { int row; };\n"
                      "struct Ticket { int number = 0; };\n"
                      "struct Hall {\n"
                      "  Seat* seat() { return &seats_[++given_]; }\n"
                      "  int row(const Seat* seat) { return seat ? seat->row : -1; }\n"
                      "  int take(Seat* seat) { return seat ? seat->row : -1; }\n"
                      "  Ticket sell() { return {++given_}; }\n"
                      "  int check(const Ticket& ticket) { return ticket.number; }\n"
                      "  std::shared_ptr<Seat> reserve() { return std::make_shared<Seat>(7); }\n"
                      "  int cancel(std::shared_ptr<Seat> seat) { return seat ? seat->row : -1; }\n"
                      "  int size() { return 3; } int resize(int size) { return size; }\n"
                      "  Seat seats_[3] = {{10}, {11}, {12}}; int given_ = 0; };\n");
  const Harness harness(header, "Hall");
  EXPECT_EQ(harness.run("take(Seat *)", {0}), "refused 0 - \n");
  EXPECT_THAT(harness.run({{"seat()", {}}, {"take(Seat *)", {0}}}), EndsWith("returned 1 - 11\n"));
  EXPECT_THAT(harness.run({{"seat()", {}}, {"seat()", {}}, {"take(Seat *)", {0}}}),
              EndsWith("returned 1 - 12\n"));
  EXPECT_THAT(harness.run({{"sell()", {}}, {"check(const Ticket &)", {0}}}),
              EndsWith("returned 1 - 1\n"));
  EXPECT_THAT(harness.run({{"reserve()", {}}, {"cancel(std::shared_ptr<Seat>)", {0}}}),
              EndsWith("returned 1 - 7\n"));
  EXPECT_EQ(harness.run("resize(int)", {0}), "returned 1 - 1\n"); // numbers are generated
  harness.source();
}

TEST(Harness, UsesHintsAndConstants) {
  const Header header("#include <heddle/heddle.hpp>\n#include <string>\n"
                      "struct Parser { void word(const std::string&); int number(long n) {\n"
                      "    return n == 77 ? 1 : 0; } };\n"
                      "inline void Parser::word(const std::string&) {}\n"
                      "HEDDLE_VALUES(std::string, \"GET, it\", std::string(2, 'x'));\n"
                      "HEDDLE_INVARIANT(Parser, sizeof(self) > 0);\n");
  const Harness harness(header, "Parser");
  EXPECT_THAT(harness.table(), StartsWith("Parser 1\n"));
  EXPECT_EQ(harness.run("number(long)", {3}), "returned 1 - 1\n");
}

TEST(Harness, VerifierDropsWhatDoesNotCompile) {
  const Header header(
      "template <class T> struct Box { void good() {} int bad() { return T::size; }\n"
      "  auto worse() { return T::size; } };\n");
  SubjectDescription box = header.subject("Box<int>");
  ASSERT_TRUE(dropWhatDoesNotCompile(header.request("Box<int>"), box));
  EXPECT_TRUE(operation(box, "good()").model.unsupported.empty());
  EXPECT_EQ(operation(box, "bad()").model.unsupported.id, model::MessageId::DoesNotCompile);
  EXPECT_EQ(operation(box, "worse()").model.unsupported.id, model::MessageId::DoesNotCompile);
}

} // namespace
} // namespace heddle::frontend
