// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <set>
#include <utility>

#include "codegen/call_writer.h"
#include "codegen/codegen.h"
#include "codegen/expectation.h"
#include "codegen/names.h"
#include "support/version.h"

namespace heddle::codegen {

using model::FindingKind;

namespace {

constexpr std::size_t kColumns = 100;

bool neverEnds(FindingKind kind) {
  return kind == FindingKind::Deadlock || kind == FindingKind::LostWakeup ||
         kind == FindingKind::Livelock || kind == FindingKind::Hang;
}

// Commas inside parentheses do not separate the arguments of a macro.
bool fitsInMacro(std::string_view expression) {
  int depth = 0;
  for (const char c : expression) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0)
      return false;
  }
  return true;
}

class TestFile {
public:
  TestFile(const model::Finding& finding, const ObservedTest& observed, const TestFileNotes& notes)
      : finding_(finding), observed_(observed), notes_(notes), test_(writeCalls(observed)) {
    if (finding.kind == FindingKind::Linearizability)
      expectation_ = expectationOf(test_);
  }

  std::string render() {
    body();
    body_ = std::exchange(text_, {});
    comment();
    includes();
    line("");
    line("namespace {");
    line("");
    text_ += body_;
    line("");
    line("} // namespace");
    return std::move(text_);
  }

private:
  void line(std::string_view text) { text_ += fmt::format("{}\n", text); }
  void remark(std::string_view text) { line(text.empty() ? "//" : fmt::format("// {}", text)); }

  void comment() {
    remark(fmt::format("{}: {}", toText(finding_.kind), notes_.title));
    remark("");
    for (const std::string& row : notes_.table)
      remark(row);
    if (!notes_.table.empty())
      remark("");
    if (!notes_.stacks.empty())
      remark("The stack that was to be reproduced, and the one that this test produces:");
    for (const std::string& row : notes_.stacks)
      remark(row);
    if (!notes_.stacks.empty())
      remark("");
    for (const std::string& text : notes_.explanation)
      remark(text);
    if (!notes_.explanation.empty())
      remark("");
    remark(neverEnds(finding_.kind)
               ? "On real threads this test passes unless they happen to meet like that; then it "
                 "never ends."
               : "On real threads this test passes unless they happen to meet like that.");
    remark(fmt::format("Found by heddle {} with seed {}. The same interleaving again, every time:",
                       version(),
                       finding_.seed));
    remark("  " + notes_.replayCommand);
    if (finding_.kind == FindingKind::DataRace)
      remark("To see the race without heddle, add -fsanitize=thread to:");
    else
      remark("To build it:");
    remark("  " + notes_.compileCommand);
  }

  // Standard headers that the front end names because some call might need them.
  bool isNeeded(const std::string& header) const {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kWords{
        {{"<limits>", "numeric_limits"},
         {"<utility>", "std::move"},
         {"<utility>", "std::pair"},
         {"<string>", "std::string"},
         {"<functional>", "std::function"},
         {"<memory>", "_ptr"},
         {"<memory>", "std::make_"},
         {"<stdexcept>", "_error"},
         {"<optional>", "std::optional"}}};
    bool known = false;
    for (const auto& [name, word] : kWords) {
      if (name != header)
        continue;
      known = true;
      if (body_.find(word) != std::string::npos)
        return true;
    }
    return !known;
  }

  void includes() {
    line(fmt::format("#include {}", notes_.include));
    line("");
    line("#include <gtest/gtest.h>");
    line("");
    std::set<std::string> headers{"<thread>"};
    for (const std::string& header : observed_.subject.includes)
      if (isNeeded(header))
        headers.insert(header);
    if (body_.find("std::optional") != std::string::npos)
      headers.insert("<optional>");
    headers.erase(notes_.include);
    for (const std::string& header : headers)
      line(fmt::format("#include {}", header));
  }

  void body() {
    if (!observed_.subject.supportCode.empty()) {
      text_ += observed_.subject.supportCode;
      if (!text_.ends_with('\n'))
        text_ += '\n';
      line("");
    }
    line(fmt::format(
        "TEST({}, {}) {{", camelCase(observed_.subject.shortName), testName(observed_)));
    for (const WrittenCall& call : test_.prefix) {
      declareOutliving({call}, "  ");
      writeCall(call, "  ");
    }
    declareResults();
    line("");
    for (const WrittenSequence& suffix : test_.suffixes)
      declareOutliving(suffix, "  ");
    for (std::size_t i = 0; i < test_.suffixes.size(); ++i)
      thread(test_.threads[i], test_.suffixes[i]);
    for (const unsigned number : test_.threads)
      line(fmt::format("  thread{}.join();", number));
    if (!test_.epilogue.empty() || expectation_)
      line("");
    sequence(test_.epilogue, "  ");
    if (expectation_)
      expect(expectation_->forbidden);
    line("}");
  }

  void expect(const std::string& forbidden) {
    static constexpr std::string_view kWhy = "<< \"no serial order gives these results\";";
    const std::string condition = fmt::format("  EXPECT_FALSE({})", forbidden);
    if (condition.size() + 1 + kWhy.size() <= kColumns) {
      line(fmt::format("{} {}", condition, kWhy));
      return;
    }
    line(condition);
    line(fmt::format("      {}", kWhy));
  }

  void declareResults() {
    if (!expectation_)
      return;
    for (const WrittenSequence& suffix : test_.suffixes)
      for (const WrittenCall& call : suffix)
        if (const StoredResult* stored = storedOf(call))
          line(fmt::format("  {};", stored->declaration));
  }

  const StoredResult* storedOf(const WrittenCall& call) const {
    if (!expectation_)
      return nullptr;
    const auto found = expectation_->results.find(&call);
    return found == expectation_->results.end() ? nullptr : &found->second;
  }

  void thread(unsigned number, const WrittenSequence& calls) {
    const bool isShort = calls.size() == 1 && calls[0].setUp.empty() && !mayThrow(calls[0]);
    const std::string statement = isShort ? this->statement(calls[0]) : "";
    const std::string whole =
        fmt::format("  std::thread thread{}([&] {{ {} }});", number, statement);
    if (isShort && whole.size() <= kColumns) {
      line(whole);
      return;
    }
    line(fmt::format("  std::thread thread{}([&] {{", number));
    sequence(calls, "    ");
    line("  });");
  }

  void sequence(const WrittenSequence& calls, const std::string& indent) {
    for (const WrittenCall& call : calls)
      writeCall(call, indent);
  }

  // What outlives the threads is declared before them.
  void declareOutliving(const WrittenSequence& calls, const std::string& indent) {
    for (const WrittenCall& call : calls)
      for (const std::string& declaration : call.before)
        line(fmt::format("{}{};", indent, declaration));
  }

  void writeCall(const WrittenCall& call, const std::string& indent) {
    for (const std::string& statement : call.setUp)
      line(fmt::format("{}{};", indent, statement));
    writeGuarded(call, indent);
  }

  bool mayThrow(const WrittenCall& call) const { return call.threw() && !call.isConstruction(); }

  // The exception that no order of the calls shows.
  bool isForbiddenThrow(const WrittenCall& call) const {
    return finding_.kind == FindingKind::Exception && call.traced->thread != 0;
  }

  void writeGuarded(const WrittenCall& call, const std::string& indent) {
    if (!mayThrow(call)) {
      line(indent + statement(call));
      return;
    }
    std::string expression = statement(call);
    expression.pop_back(); // `;`
    const bool forbidden = isForbiddenThrow(call);
    if (fitsInMacro(expression)) {
      line(fmt::format(
          "{}{}({});", indent, forbidden ? "EXPECT_NO_THROW" : "EXPECT_ANY_THROW", expression));
      return;
    }
    line(indent + "try {");
    line(fmt::format("{}  {};", indent, expression));
    line(indent + "} catch (...) {");
    if (forbidden)
      line(indent + "  ADD_FAILURE() << \"it threw\";");
    line(indent + "}");
  }

  std::string statement(const WrittenCall& call) const {
    if (const StoredResult* stored = storedOf(call)) {
      const bool after = std::ranges::any_of(
          test_.epilogue, [&](const WrittenCall& other) { return &other == &call; });
      return after ? fmt::format("const auto {} = {};", stored->variable, call.expression)
                   : fmt::format("{} = {};", stored->variable, call.expression);
    }
    if (!call.variable.empty() || call.isConstruction() || !warnsWhenUnused(call))
      return call.statement() + ";";
    return isOperator(call) ? "(void)(" + call.expression + ");" : "(void)" + call.expression + ";";
  }

  static bool isOperator(const WrittenCall& call) {
    return call.operation != nullptr && call.operation->name.starts_with("operator");
  }

  // Compilers know comparisons, and what is marked.
  static bool warnsWhenUnused(const WrittenCall& call) {
    if (call.operation == nullptr)
      return true;
    static constexpr std::array<std::string_view, 7> kComparisons{"operator==",
                                                                  "operator!=",
                                                                  "operator<",
                                                                  "operator>",
                                                                  "operator<=",
                                                                  "operator>=",
                                                                  "operator<=>"};
    return call.operation->nodiscard || call.operation->result.empty() ||
           std::ranges::find(kComparisons, call.operation->name) != kComparisons.end();
  }

  const model::Finding& finding_;
  const ObservedTest& observed_;
  const TestFileNotes& notes_;
  WrittenTest test_;
  std::optional<Expectation> expectation_;
  std::string body_; // what is between the braces of the namespace
  std::string text_;
};

} // namespace

std::string
writeTest(const model::Finding& finding, const ObservedTest& observed, const TestFileNotes& notes) {
  return TestFile(finding, observed, notes).render();
}

} // namespace heddle::codegen
