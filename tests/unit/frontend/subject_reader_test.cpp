// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "subject_fixture.h"

namespace heddle::frontend {
namespace {

using model::OperationKind;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST(SubjectReader, ListsConstructorsFirstThenMethods) {
  const Header header("struct Account { void pay(int sum); Account(); Account(int sum, bool open);"
                      "  int balance() const { return 0; } };");
  const SubjectDescription account = header.subject("Account");
  EXPECT_THAT(signatures(account),
              ElementsAre("Account()", "Account(int, bool)", "pay(int)", "balance() const"));
  EXPECT_EQ(account.model.header, "\"subject.hpp\"");
  EXPECT_EQ(account.model.shortName, "Account");
  EXPECT_EQ(account.model.line, 1u);
  EXPECT_FALSE(operation(account, "pay(int)").model.hasBody);
  EXPECT_TRUE(operation(account, "balance()").model.hasBody);
  EXPECT_EQ(operation(account, "balance()").model.result, "int");
}

TEST(SubjectReader, FindsAUniqueNameInANamespace) {
  const Header header("namespace app { class Logger { public: void log(); }; }");
  EXPECT_EQ(header.subject("Logger").model.name, "app::Logger");
  EXPECT_EQ(header.subject("app::Logger").model.name, "app::Logger");
}

TEST(SubjectReader, FindsNestedClassesAliasesAndInstantiations) {
  const Header header("namespace app { template <class T> struct Queue { void push(const T&);"
                      "  struct Node { int get() const; }; }; using Ints = Queue<int>; }");
  EXPECT_EQ(header.subject("Queue<int>").model.name, "app::Queue<int>");
  EXPECT_THAT(signatures(header.subject("app::Queue<std::string>")),
              ElementsAre("Queue()", "push(const std::basic_string<char> &)"));
  EXPECT_EQ(header.subject("Ints").type, "app::Queue<int>");
  EXPECT_THAT(signatures(header.subject("Queue<int>::Node")), ElementsAre("Node()", "get() const"));
}

TEST(SubjectReader, ReadsAStandardHeader) {
  const Header header("");
  SubjectRequest request = header.request("std::vector<std::string>");
  request.header = "<vector>";
  const SubjectReading reading = readSubject(request);
  const auto& subject = std::get<SubjectDescription>(reading);
  EXPECT_EQ(subject.model.header, "<vector>");
  EXPECT_THAT(signatures(subject), Contains("push_back(const value_type &)"));
  EXPECT_THAT(signatures(subject), Contains("emplace_back(_Args &&...)"));
}

TEST(SubjectReader, InheritsFromPublicBasesOnly) {
  const Header header(
      "struct Root { void root(); virtual void stop(); void hidden(int); };"
      "struct Left : virtual Root {}; struct Right : virtual Root { void right(); };"
      "struct Secret { void secret(); void shown(); };"
      "struct Service : Left, Right, private Secret {"
      "  using Secret::shown; void stop() override; void hidden(const char*); };");
  const SubjectDescription service = header.subject("Service");
  EXPECT_THAT(
      signatures(service),
      ElementsAre("Service()", "shown()", "stop()", "hidden(const char *)", "root()", "right()"));
  EXPECT_THAT(leftOut(service), ElementsAre(HasSubstr("Root::hidden(int): hidden by a member")));
}

TEST(SubjectReader, GivesEachShapeOfDefaultArguments) {
  const Header header(
      "struct Timer { Timer(int a = 1, int b = 2); void wait(int a, int b = 3); };");
  EXPECT_THAT(signatures(header.subject("Timer")),
              ElementsAre("Timer()", "Timer(int, int)", "wait(int)", "wait(int, int)"));
}

TEST(SubjectReader, WritesOperatorsAsPeopleDo) {
  const Header header("struct Number { bool operator==(const Number&) const; int operator[](int);"
                      "  Number& operator++(); Number operator++(int); void operator()(int, int);"
                      "  explicit operator bool() const; int* operator->(); };");
  const SubjectDescription number = header.subject("Number");
  EXPECT_EQ(operation(number, "operator==(const Number &)").pattern, "%s == %a");
  EXPECT_EQ(operation(number, "operator[](int)").pattern, "%s[%a]");
  EXPECT_EQ(operation(number, "operator++()").pattern, "++%s");
  EXPECT_EQ(operation(number, "operator++(int)").pattern, "%s++");
  EXPECT_THAT(operation(number, "operator++(int)").parameters, IsEmpty());
  EXPECT_EQ(operation(number, "operator()(int, int)").pattern, "%s(%a)");
  EXPECT_EQ(operation(number, "operator bool()").pattern, "static_cast<bool>(%s)");
  EXPECT_EQ(operation(number, "operator->()").pattern, "%s.operator->()");
}

TEST(SubjectReader, TakesAssignmentsThatWereWrittenByHand) {
  const Header header("struct Plain { int i; void f(); Plain& operator=(const Plain&) = default; };"
                      "struct Locked { Locked& operator=(const Locked&); "
                      "  Locked& operator=(Locked&&); };");
  EXPECT_THAT(signatures(header.subject("Plain")), ElementsAre("Plain()", "f()"));
  EXPECT_THAT(leftOut(header.subject("Plain")), ElementsAre(HasSubstr("the compiler's own")));
  EXPECT_THAT(signatures(header.subject("Locked")),
              ElementsAre("Locked()", "operator=(const Locked &)", "operator=(Locked &&)"));
}

TEST(SubjectReader, TakesFreeFunctionsOfTwoObjects) {
  const Header header("namespace n { struct Map { friend bool operator<(const Map&, const Map&); };"
                      "  void swap(Map&, Map&); bool operator==(const Map&, const Map&);"
                      "  void print(const Map&); }");
  const SubjectDescription map = header.subject("Map");
  EXPECT_THAT(signatures(map),
              ElementsAre("Map()",
                          "operator<(const Map &, const Map &) const",
                          "swap(Map &, Map &)",
                          "operator==(const Map &, const Map &) const"));
  EXPECT_EQ(operation(map, "swap(Map &, Map &)").model.kind, OperationKind::Method);
  EXPECT_EQ(operation(map, "swap(Map &, Map &)").pattern, "swap(%s, %a)");
}

TEST(SubjectReader, FindsFactories) {
  const Header header(
      "#include <memory>\n"
      "class Single { Single(); public: static Single& instance(); void f(); };\n"
      "class Made { Made(); public: void f(); friend std::unique_ptr<Made> makeMade(int); };\n"
      "std::unique_ptr<Made> makeMade(int);\n");
  const SubjectDescription single = header.subject("Single");
  EXPECT_THAT(signatures(single), ElementsAre("instance()", "f()"));
  EXPECT_EQ(single.operations[0].model.kind, OperationKind::Factory);
  EXPECT_EQ(single.operations[0].pattern, "Single& %s = Single::instance(%a)");
  EXPECT_EQ(header.subject("Made").operations[0].pattern,
            "auto %sOwner = makeMade(%a);\nMade& %s = *%sOwner");
}

TEST(SubjectReader, ListsWhatIsLeftOut) {
  const Header header("struct Odd { void gone() = delete; void last() &&; "
                      "  void* operator new(decltype(sizeof 0)); int unsafeSize() const;"
                      "  template <int N> void numbered(); void printf(const char*, ...);"
                      "private: void helper(); };");
  const SubjectDescription odd = header.subject("Odd");
  EXPECT_THAT(leftOut(odd),
              ElementsAre(StartsWith("last(): it needs an object"),
                          HasSubstr("operator new"),
                          StartsWith("unsafeSize(): its name says"),
                          StartsWith("member template numbered(): a template of its own")));
  EXPECT_EQ(operation(odd, "printf(const char *)").model.unsupported.id,
            model::MessageId::Variadic);
}

TEST(SubjectReader, LeavesOutWhatIsAnnotatedForCallersWithALock) {
  const Header header("struct __attribute__((capability(\"mutex\"))) M {};\n"
                      "struct S { void sizeLocked() __attribute__((requires_capability(m)));\n"
                      "  void hold() __attribute__((acquire_capability(m))); void size(); M m; };");
  EXPECT_THAT(leftOut(header.subject("S")),
              ElementsAre("sizeLocked(): its annotation says that the caller must hold a lock",
                          StartsWith("hold(): its annotation says that it takes or releases")));
}

TEST(SubjectReader, LeavesOutWhatTakesALockOfItsCaller) {
  const Header header("#include <mutex>\n"
                      "struct S { bool closed(std::unique_lock<std::mutex>&); bool closed(); };");
  EXPECT_THAT(leftOut(header.subject("S")),
              ElementsAre(StartsWith("closed(std::unique_lock<std::mutex> &): its parameter is")));
}

TEST(SubjectReader, CallsMemberTemplatesWithCallablesAndElements) {
  const Header header("#include <utility>\n"
                      "template <class T> struct Queue {\n"
                      "  template <class F> void each(F&& f) const { f(1); }\n"
                      "  template <class U> bool tryPop(U& out);\n"
                      "  template <class X> void run(X x) { x(); }\n"
                      "  template <class It> void assign(It first, It last);\n"
                      "  template <class F, class... A> void post(F f, A&&... a);\n"
                      "};");
  const SubjectDescription queue = header.subject("Queue<long>");
  const std::string callable = "::heddle::harness::AnyCallable";
  EXPECT_EQ(operation(queue, "each(F &&)").parameters[0].type, callable + " &&");
  EXPECT_TRUE(operation(queue, "each(F &&)").model.isConst);
  EXPECT_EQ(operation(queue, "tryPop(U &)").parameters[0].type, "long &");
  EXPECT_EQ(operation(queue, "run(X)").parameters[0].type, callable);
  EXPECT_EQ(operation(queue, "post(F, A &&...)").parameters.size(), 1u);
  EXPECT_THAT(leftOut(queue), ElementsAre(StartsWith("member template assign(It, It)")));
}

TEST(SubjectReader, CallsMemberTemplatesWithDurationsAndPointsInTime) {
  const Header header(
      "#include <chrono>\n"
      "struct Gate {\n"
      "  template <class R, class P> bool waitFor(const std::chrono::duration<R, P>&);\n"
      "  template <class C, class D> bool waitUntil(const std::chrono::time_point<C, D>&);\n"
      "  template <class D> void at(std::chrono::time_point<std::chrono::system_clock, D>);\n"
      "  template <class R, class P, class _Predicate>\n"
      "  bool waitFor(std::chrono::duration<R, P>, _Predicate);\n"
      "  template <class R, class P, class X> void both(std::chrono::duration<R, P>, X);\n"
      "};");
  const SubjectDescription gate = header.subject("Gate");
  EXPECT_EQ(operation(gate, "waitFor(const std::chrono::duration<R, P> &)").parameters[0].type,
            "const ::std::chrono::milliseconds &");
  EXPECT_EQ(operation(gate, "waitUntil(const std::chrono::time_point<C, D> &)").parameters[0].type,
            "const ::std::chrono::steady_clock::time_point &");
  EXPECT_THAT(gate.operations[3].parameters[0].type, HasSubstr("system_clock::time_point"));
  EXPECT_EQ(gate.operations[4].parameters[1].type, "::heddle::harness::AnyCallable");
  EXPECT_THAT(leftOut(gate), ElementsAre(StartsWith("member template both(")));
}

TEST(SubjectReader, GivesPacksOfElementMakersAnElement) {
  const Header header("template <class T> struct Queue {"
                      "  template <class... A> bool try_push(A&&... a);"
                      "  template <class... A> void log(A&&... a); };");
  const SubjectDescription queue = header.subject("Queue<long>");
  EXPECT_EQ(operation(queue, "try_push(A &&...)").parameters[0].type, "long &&");
  EXPECT_THAT(leftOut(queue), ElementsAre(StartsWith("member template log(A &&...)")));
}

TEST(SubjectReader, CallsConstructorTemplatesWithCallablesAndDurations) {
  const Header header("#include <chrono>\n"
                      "struct Base { template <class F> explicit Base(F f); };\n"
                      "struct Timer : Base {\n"
                      "  template <class R, class P> explicit Timer(std::chrono::duration<R, P>);\n"
                      "  template <class T> Timer(T&&);\n"
                      "};");
  const SubjectDescription timer = header.subject("Timer");
  const OperationDescription& made = operation(timer, "Timer(std::chrono::duration<R, P>)");
  EXPECT_EQ(made.model.kind, OperationKind::Constructor);
  EXPECT_EQ(made.pattern, "Timer %s(%a)");
  EXPECT_EQ(made.parameters[0].type, "::std::chrono::milliseconds");
  EXPECT_THAT(leftOut(timer), ElementsAre(StartsWith("constructor template Timer(T &&)")));
}

TEST(SubjectReader, CallsVolatileMethodsWithoutAnOverload) {
  const Header header("struct Flag { bool set() volatile; bool get() const volatile;"
                      "  bool get() const; };");
  const SubjectDescription flag = header.subject("Flag");
  EXPECT_THAT(signatures(flag), ElementsAre("Flag()", "set()", "get() const"));
  EXPECT_THAT(leftOut(flag), ElementsAre("get(): a volatile method"));
}

TEST(SubjectReader, NamesParametersThatClientsCannotBuild) {
  const Header header(
      "class Box { struct Key {}; public: void open(Key); void send(struct Letter&); };");
  const SubjectDescription box = header.subject("Box");
  EXPECT_EQ(operation(box, "open(Key)").model.unsupported.id, model::MessageId::ParameterUnnamable);
  EXPECT_EQ(operation(box, "send(struct Letter &)").model.unsupported.id,
            model::MessageId::ParameterUndefined);
}

TEST(SubjectReader, StubsAbstractParameters) {
  const Header header(
      "#include <string>\n"
      "struct Filter { virtual ~Filter() = default; virtual bool passes(int) const = 0;"
      "  virtual std::string name() noexcept = 0; };"
      "struct Logger { void setFilter(Filter*); };");
  const SubjectDescription logger = header.subject("Logger");
  ASSERT_EQ(logger.stubs.size(), 1u);
  EXPECT_EQ(logger.model.supportCode,
            "struct FilterStub : Filter {\n"
            "  bool passes(int) const override { return true; }\n"
            "  std::string name() noexcept override { return {}; }\n"
            "};\n\n");
}

// A method that makes an object does not return null, but one that leads from node to node does.
TEST(SubjectReader, StubsMakeNewObjects) {
  const Header header(
      "#include <memory>\n"
      "struct Product { virtual ~Product() = default; virtual int price() = 0; };"
      "struct Shape { virtual ~Shape() = default; virtual std::unique_ptr<Shape> clone() const = 0;"
      "  virtual Product* makeProduct() = 0; virtual Shape* next() = 0; };"
      "struct Drawing { void add(const Shape&); };");
  EXPECT_EQ(header.subject("Drawing").model.supportCode,
            "struct ProductStub : Product {\n"
            "  int price() override { return 1; }\n"
            "};\n\n"
            "struct ShapeStub : Shape {\n"
            "  std::unique_ptr<Shape> clone() const override { return "
            "std::unique_ptr<Shape>(new ShapeStub()); }\n"
            "  Product * makeProduct() override { return new ProductStub(); }\n"
            "  Shape * next() override { return {}; }\n"
            "};\n\n");
}

TEST(SubjectReader, AddsOperationsThatReleaseLeases) {
  const Header header("#include <memory>\n#include <string>\n"
                      "struct Conn {};"
                      "class Pool { public:"
                      "  class Lease { public: Lease(Lease&&); ~Lease(); };"
                      "  struct Plain { std::string text; };"
                      "  Lease acquire(); Lease tryAcquire(); Plain plain() const;"
                      "  std::shared_ptr<Conn> shared(Conn* conn) {"
                      "    return std::shared_ptr<Conn>(conn, [](Conn*) {}); }"
                      "};");
  const SubjectDescription pool = header.subject("Pool");
  std::vector<std::string> released;
  for (const OperationDescription& operation : pool.operations)
    if (!operation.released.empty())
      released.push_back(operation.model.signature + " " + operation.released);
  EXPECT_THAT(released, ElementsAre("~Lease() Pool::Lease", "~shared_ptr() std::shared_ptr<Conn>"));
}

TEST(SubjectReader, DescribesEnumsAndValueClassesAroundIt) {
  const Header header("enum class Level { low, high };"
                      "struct Point { int x; Level level; };"
                      "class Range { public: Range(int, int); int low() const; int high() const; };"
                      "struct Plot { void draw(const Point&); Range range() const; };");
  const SubjectDescription plot = header.subject("Plot");
  ASSERT_EQ(plot.enums.size(), 1u);
  EXPECT_THAT(plot.enums[0].enumerators, ElementsAre("low", "high"));
  ASSERT_EQ(plot.classes.size(), 2u);
  EXPECT_THAT(plot.classes[0].fieldTypes, ElementsAre("int", "Level"));
  EXPECT_THAT(plot.classes[0].members, ElementsAre("x", "level"));
  EXPECT_THAT(plot.classes[1].constructors, ElementsAre(ElementsAre("int", "int")));
  EXPECT_THAT(plot.classes[1].observers, ElementsAre("low", "high"));
}

TEST(SubjectReader, ObeysHints) {
  const Header header("#include <heddle/heddle.hpp>\n"
                      "namespace n { class Queue { public: int size() const; void drop(int); };\n"
                      "HEDDLE_VALUES(int, 7, 8);\n"
                      "HEDDLE_INVARIANT(Queue, self.size() <= 4);\n"
                      "HEDDLE_IGNORE(Queue::drop); }\n"
                      "struct Other { void f(); };\n"
                      "HEDDLE_INVARIANT(Other, true);\n");
  const SubjectDescription queue = header.subject("Queue");
  EXPECT_THAT(signatures(queue), ElementsAre("Queue()", "size() const"));
  EXPECT_THAT(leftOut(queue), ElementsAre("drop(int): stated by HEDDLE_IGNORE"));
  ASSERT_EQ(queue.userValues.size(), 1u);
  EXPECT_EQ(queue.userValues[0].type, "int");
  EXPECT_THAT(queue.invariants, ElementsAre(StartsWith("::n::heddle_invariant_")));
}

TEST(SubjectReader, ReentersThroughConstMethods) {
  const Header header(
      "struct A { void stop(); int size() const; int top() const; int at(int) const; };"
      "struct B { void stop(); void go(); }; struct C { void f(int); };");
  EXPECT_THAT(header.subject("A").reentering, ElementsAre("size()", "top()"));
  EXPECT_THAT(header.subject("B").reentering, ElementsAre("stop()"));
  EXPECT_THAT(header.subject("C").reentering, IsEmpty());
}

TEST(SubjectReader, PureMethodsAreCompiledWhereTheFactoryIs) {
  const SubjectDescription cache = Header("class Cache {\npublic:\n"
                                          "  virtual ~Cache() = default;\n"
                                          "  virtual int size() const = 0;\n"
                                          "};\n"
                                          "Cache* newCache(int capacity);\n")
                                       .subject("Cache");
  EXPECT_EQ(operation(cache, "size()").model.symbol, "_Z8newCachei");
  EXPECT_FALSE(operation(cache, "size()").model.hasBody);
}

} // namespace
} // namespace heddle::frontend
