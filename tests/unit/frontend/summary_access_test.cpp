// SPDX-License-Identifier: Apache-2.0
// What methods read and write, one test per way to reach memory.
#include <gmock/gmock.h>

#include "summary_fixture.h"
#include "support/files.h"

namespace heddle::frontend {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(SummaryAccess, TellsFieldsAndTheirBytes) {
  const Summaries s("struct S { int a() const { return a_; } void b(int v) { b_ = v; }"
                    "  void both() { b_ += a_; ++c_; } int a_ = 0, b_ = 0; long c_ = 0; };");
  EXPECT_EQ(s.reads("a"), "a_");
  EXPECT_EQ(s.writes("a"), "");
  EXPECT_EQ(s.writes("b"), "b_");
  EXPECT_EQ(s.reads("b"), "");
  EXPECT_EQ(s.reads("both"), "a_ b_ c_");
  EXPECT_EQ(s.writes("both"), "b_ c_");
  EXPECT_EQ(s.method("b").writes[0].offset, 4u);
  EXPECT_EQ(s.method("b").writes[0].size, 4u);
}

TEST(SummaryAccess, FollowsHelpersFreeFunctionsAndBases) {
  const Summaries s("struct B { int base_ = 0; void touch() { ++base_; } };"
                    "void set(int& target) { target = 1; }"
                    "struct S : B { void viaHelper() { helper(); } void viaFree() { set(x_); }"
                    "  void viaBase() { touch(); } private: void helper() { y_ = x_; }"
                    "  int x_ = 0, y_ = 0; };");
  EXPECT_EQ(s.writes("viaHelper"), "y_");
  EXPECT_EQ(s.reads("viaHelper"), "x_");
  EXPECT_EQ(s.writes("viaFree"), "x_");
  EXPECT_EQ(s.writes("viaBase"), "base_");
}

TEST(SummaryAccess, FollowsReferencesPointersAndIterators) {
  const Summaries s("struct S { void reference() { auto& r = x_; r = 1; }"
                    "  void pointer() { auto* p = &x_; auto* q = p; *q = 2; }"
                    "  void iterator() { auto it = items_.begin(); *it = 3; }"
                    "  void element() { items_[0] = 4; } int read() const { return items_[0]; }"
                    "  void range() { for (auto& each : items_) each = 0; }"
                    "  int& own() { return x_; } void viaResult() { own() = 5; }"
                    "  void swapped() { std::swap(x_, y_); }"
                    "  void bound() { auto& [a, b] = pair_; b = a; }"
                    "  int x_ = 0, y_ = 0; std::vector<int> items_; std::pair<int, int> pair_; };");
  EXPECT_EQ(s.writes("reference"), "x_");
  EXPECT_EQ(s.writes("pointer"), "x_");
  EXPECT_EQ(s.writes("iterator"), "items_");
  EXPECT_EQ(s.writes("element"), "items_");
  EXPECT_EQ(s.writes("read"), "");
  EXPECT_EQ(s.reads("read"), "items_");
  EXPECT_EQ(s.writes("range"), "items_");
  EXPECT_EQ(s.writes("viaResult"), "x_");
  EXPECT_EQ(s.writes("swapped"), "x_ y_");
  EXPECT_EQ(s.writes("bound"), "pair_");
}

TEST(SummaryAccess, NamesMemoryBehindPointersAfterTheirField) {
  const Summaries s(
      "struct S { void put(int v) { buf_[0] = v; } int get() const { return other_[0]; }"
      "  void share() { other_ = buf_; }"
      "  void grow() { int* fresh = new int[8]; fresh[0] = 1; delete[] buf_; buf_ = fresh; }"
      "  void smart() { owned_[1] = 2; }"
      "  int* buf_ = nullptr; int* other_ = nullptr; std::unique_ptr<int[]> owned_; };");
  EXPECT_EQ(s.writes("put"), "buf_[] other_[]"); // the two may be the same
  EXPECT_THAT(s.reads("get"), HasSubstr("buf_[]"));
  EXPECT_THAT(s.writes("grow"), HasSubstr("buf_[]"));
  EXPECT_EQ(s.writes("smart"), "owned_[]");
}

TEST(SummaryAccess, NamesOtherObjectsByTheirType) {
  const Summaries s(
      "struct Node { int value = 0; Node* next = nullptr; };"
      "struct S { int sum() const { int t = 0; for (Node* n = head_; n; n = n->next)"
      "  t += n->value; return t; }"
      "  void push(int v) { Node* n = new Node; n->value = v; n->next = head_; head_ = n; }"
      "  Node* head_ = nullptr; };");
  EXPECT_EQ(s.reads("sum"), "Node::next Node::value head_");
  EXPECT_EQ(s.writes("push"), "Node::next Node::value head_");
}

TEST(SummaryAccess, KnowsStaticsAndGlobals) {
  const Summaries s(
      "int total = 0; struct S { void a() { ++count; } void b() { total = 1; }"
      "  void c() { static int calls = 0; ++calls; } inline static int count = 0; };");
  EXPECT_EQ(s.writes("a"), "S::count (static)");
  EXPECT_EQ(s.writes("b"), "total (static)");
  EXPECT_EQ(s.writes("c"), "c()::calls (static)");
}

TEST(SummaryAccess, MakesAStaticOfAFunctionWhenItIsFirstCalled) {
  const Summaries s("inline std::map<int, int>& table() { static std::map<int, int> t; return t; }"
                    "struct S { bool has(int k) { return table().count(k) > 0; }"
                    "  int next() { static int n = 0; return n; } };");
  EXPECT_EQ(s.writes("has"), "table()::t (static)");
  EXPECT_EQ(s.writes("next"), "");
}

TEST(SummaryAccess, AppliesRulesToLibraryClasses) {
  const Summaries s(
      "struct S { void add(int k) { map_[k] = 1; } bool has(int k) { return map_.find(k) != "
      "map_.end(); }"
      "  int count() { return static_cast<int>(set_.size()); } void text() { name_ += 'x'; }"
      "  void tick() { hits_.fetch_add(1); } int hits() const { return hits_.load(); }"
      "  void reset() { hits_ = 0; } void give(std::vector<int>& out) { out = items_; }"
      "  void take(std::vector<int> in) { items_ = std::move(in); }"
      "  void sort() { std::sort(items_.begin(), items_.end()); }"
      "  std::map<int, int> map_; std::set<int> set_; std::string name_; std::atomic<int> hits_{0};"
      "  std::vector<int> items_; };");
  EXPECT_EQ(s.writes("add"), "map_");
  EXPECT_EQ(s.writes("has"), "");
  EXPECT_EQ(s.reads("has"), "map_");
  EXPECT_EQ(s.reads("count"), "set_");
  EXPECT_EQ(s.writes("text"), "name_");
  EXPECT_EQ(s.writes("tick"), "hits_");
  EXPECT_EQ(s.writes("hits"), "");
  EXPECT_EQ(s.writes("reset"), "hits_");
  EXPECT_EQ(s.reads("reset"), "");
  EXPECT_EQ(s.writes("give"), "");
  EXPECT_EQ(s.writes("take"), "items_");
  EXPECT_EQ(s.writes("sort"), "items_");
}

TEST(SummaryAccess, TreatsMembersOfAUnionAndBitFieldsSideBySideAsOne) {
  const Summaries s(
      "struct S { void i(int v) { u_.i = v; } float f() { return u_.f; }"
      "  void lo(unsigned v) { b_.lo = v; } unsigned hi() { return b_.hi; }"
      "  unsigned other() { return b_.other; }"
      "  union { int i; float f; } u_{};"
      "  struct { unsigned lo : 2, hi : 6; unsigned : 0; unsigned other : 3; } b_{}; };");
  EXPECT_EQ(s.writes("i"), "u_");
  EXPECT_EQ(s.reads("f"), "u_");
  EXPECT_EQ(s.writes("lo"), "b_.lo");
  EXPECT_EQ(s.reads("hi"), "b_.lo");
  EXPECT_EQ(s.reads("other"), "b_.other");
}

TEST(SummaryAccess, FollowsANamedLambdaThatIsPassedByValue) {
  const Summaries s(
      "struct S { void each() { auto add = [this](int v) { sum_ += v; };"
      "  std::for_each(items_.begin(), items_.end(), add); }"
      "  void sort() { auto less = [&](int a, int b) { ++calls_; return a < b; };"
      "  list_.sort(less); }"
      "  std::vector<int> items_; std::list<int> list_; int sum_ = 0, calls_ = 0; };");
  EXPECT_EQ(s.writes("each"), "sum_");
  EXPECT_EQ(s.writes("sort"), "calls_ list_");
}

TEST(SummaryAccess, FollowsReferencesThatTheLibraryKeeps) {
  const Summaries s("struct S { void tie(std::pair<int, int> p) { std::tie(a_, b_) = p; }"
                    "  void got() { auto t = std::tie(a_, b_); std::get<0>(t) = 1; }"
                    "  void bound() { auto [x, y] = std::tie(a_, b_); x = y; }"
                    "  void wrapped() { std::reference_wrapper<int> r(a_); r.get() = 1; }"
                    "  std::string_view view() { return text_; }"
                    "  void span() { std::span<int> s(v_); s[0] = 1; }"
                    "  int a_ = 0, b_ = 0; std::string text_; std::vector<int> v_; };");
  EXPECT_EQ(s.writes("tie"), "a_ b_");
  EXPECT_EQ(s.writes("got"), "a_ b_");
  EXPECT_EQ(s.writes("bound"), "a_ b_");
  EXPECT_THAT(s.writes("wrapped"), HasSubstr("a_"));
  EXPECT_EQ(s.reads("view"), "text_");
  EXPECT_EQ(s.writes("span"), "v_");
}

TEST(SummaryAccess, KnowsRangesAndViews) {
  const Summaries s(
      "struct S { void sort() { std::ranges::sort(v_); }"
      "  void heap() { std::make_heap(v_.begin(), v_.end()); }"
      "  void each() { std::ranges::for_each(v_, [](int& x) { ++x; }); }"
      "  bool find(int x) { return std::ranges::find(v_, x) != v_.end(); }"
      "  void copy() { std::ranges::copy(v_, w_.begin()); }"
      "  void view() { for (int& x : v_ | std::views::filter([this](int i) { return i > k_; })) x "
      "= 1; }"
      "  bool less(const std::string& s) { return std::less<>{}(text_, s); }"
      "  void visit() { std::visit([](auto& x) { x = {}; }, one_); }"
      "  std::vector<int> v_, w_; int k_ = 0; std::string text_; std::variant<int, long> one_; };");
  EXPECT_EQ(s.writes("sort"), "v_");
  EXPECT_EQ(s.writes("heap"), "v_");
  EXPECT_EQ(s.writes("each"), "v_");
  EXPECT_EQ(s.writes("find"), "");
  EXPECT_EQ(s.writes("copy"), "w_");
  EXPECT_EQ(s.writes("view"), "v_");
  EXPECT_EQ(s.reads("view"), "k_ v_");
  EXPECT_EQ(s.writes("less"), "");
  EXPECT_EQ(s.writes("visit"), "one_");
}

TEST(SummaryAccess, FindsTheReceiverOfAMemberFunctionThatIsBoundOrInvoked) {
  const Summaries s(
      "struct S { void set(int v) { x_ = v; } void bound() { auto f = std::bind(&S::set, this, 1); "
      "f(); }"
      "  void invoked() { std::invoke(&S::set, this, 1); }"
      "  void wrapped() { auto f = std::mem_fn(&S::set); f(*this, 1); } int x_ = 0; };");
  EXPECT_EQ(s.writes("bound"), "x_");
  EXPECT_EQ(s.writes("invoked"), "x_");
  EXPECT_EQ(s.writes("wrapped"), "x_");
}

TEST(SummaryAccess, CountsCopiesOfSharedPointers) {
  const Summaries s(
      "struct S { int size() { auto p = p_; return *p; } void add() { all_.push_back(p_); }"
      "  long owners() { return p_.use_count(); } int value() { return *p_; }"
      "  std::shared_ptr<int> p_; std::vector<std::shared_ptr<int>> all_; };");
  EXPECT_EQ(s.writes("size"), "owners of int");
  EXPECT_EQ(s.writes("add"), "all_ owners of int");
  EXPECT_THAT(s.reads("owners"), HasSubstr("owners of int"));
  EXPECT_EQ(s.writes("value"), "");
}

TEST(SummaryAccess, ReadsAPointerThatIsComparedOrPassedOn) {
  const Summaries s("struct S { bool open() const { return in_ == nullptr; }"
                    "  std::shared_ptr<int> copy() const { return shared_; }"
                    "  void close() { in_.reset(); shared_ = nullptr; }"
                    "  std::unique_ptr<int> in_; std::shared_ptr<int> shared_; };");
  EXPECT_EQ(s.reads("open"), "in_");
  EXPECT_THAT(s.reads("copy"), HasSubstr("shared_"));
  EXPECT_THAT(s.writes("close"), HasSubstr("in_"));
  EXPECT_THAT(s.writes("close"), HasSubstr("shared_"));
}

TEST(SummaryAccess, CallsLambdas) {
  const Summaries s(
      "struct S { void direct() { auto f = [this] { x_ = 1; }; f(); }"
      "  void algorithm() { std::for_each(v_.begin(), v_.end(), [this](int& e) { e = x_; }); }"
      "  void generic() { std::for_each(v_.begin(), v_.end(), [&](auto& e) { e += y_; }); }"
      "  void reference() { int& r = y_; auto f = [&r] { r = 2; }; f(); }"
      "  void store() { task_ = [this] { y_ = 3; }; } void run() { if (task_) task_(); }"
      "  private: int x_ = 0, y_ = 0; std::vector<int> v_; std::function<void()> task_; };");
  EXPECT_EQ(s.writes("direct"), "x_");
  EXPECT_EQ(s.writes("algorithm"), "v_");
  EXPECT_THAT(s.reads("algorithm"), HasSubstr("x_"));
  EXPECT_THAT(s.reads("generic"), HasSubstr("y_"));
  EXPECT_EQ(s.writes("reference"), "y_");
  EXPECT_EQ(s.writes("store"), "task_");
  EXPECT_THAT(s.writes("run"), HasSubstr("y_"));
}

TEST(SummaryAccess, LetsCallbacksEnterTheObjectAgain) {
  const Summaries s(
      "struct S { void set(int v) { x_ = v; } void each(std::function<void(int)> f) { f(y_); }"
      "  template <class F> void visit(F f) { f(y_); } int x_ = 0, y_ = 0; };");
  EXPECT_EQ(s.writes("each"), "x_ y_");
  EXPECT_THAT(s.unsure("each"), HasSubstr("calls f(), whose code is not visible (subject.hpp:"));
  EXPECT_EQ(s.writes("visit"), "x_ y_"); // it may take a reference
  EXPECT_EQ(s.reads("visit"), "y_");
}

TEST(SummaryAccess, TreatsWhatInvisibleCodeIsGivenAsWritten) {
  const Summaries s("void fill(int&); int look(const int&); struct S { void a() { fill(x_); }"
                    "  int b() { return look(y_); } void c(); int x_ = 0, y_ = 0; };");
  EXPECT_EQ(s.writes("a"), "x_");
  EXPECT_EQ(s.writes("b"), "");
  EXPECT_EQ(s.reads("b"), "y_");
  EXPECT_EQ(s.writes("c"), "*");
  EXPECT_THAT(s.unsure("c"), HasSubstr("not visible"));
}

TEST(SummaryAccess, ChoosesOverridersThatCanBeMeant) {
  const Summaries s(
      "struct Shape { virtual ~Shape() = default; virtual void draw() = 0; };"
      "int drawn = 0; struct Dot : Shape { void draw() override { ++drawn; } };"
      "struct Root { virtual void on() {} void fire() { on(); } };"
      "struct S : Root { void on() override { x_ = 1; } void paint(Shape& s) { s.draw(); }"
      "  int x_ = 0; };");
  EXPECT_EQ(s.writes("fire"), "x_");
  EXPECT_THAT(s.writes("paint"), HasSubstr("drawn (static)"));
  EXPECT_THAT(s.unsure("paint"), HasSubstr("calls draw()"));
}

TEST(SummaryAccess, CopiesAllFieldsOfADefaultedAssignment) {
  const Summaries s("struct P { int x = 0, y = 0; }; struct S { void set(const P& p) { p_ = p; }"
                    "  void x(int v) { p_.x = v; } P p_; };");
  EXPECT_EQ(s.writes("set"), "p_.x p_.y");
  EXPECT_EQ(s.reads("set"), "P::x P::y");
  EXPECT_EQ(s.writes("x"), "p_.x");
  EXPECT_EQ(s.method("set").writes[1].offset, 4u);
}

TEST(SummaryAccess, ReadsAReturnedReferenceWithoutTheLock) {
  const Summaries s(
      "struct S { const std::string& name() const { std::lock_guard g(m_); return name_; }"
      "  std::string copy() const { std::lock_guard g(m_); return name_; }"
      "  void set(std::string n) { std::lock_guard g(m_); name_ = std::move(n); }"
      "  mutable std::mutex m_; std::string name_; };");
  EXPECT_EQ(s.locks("name"), "");
  EXPECT_EQ(s.locks("copy"), "m_");
  EXPECT_EQ(s.locks("set"), "m_");
}

TEST(SummaryAccess, EndsOnRecursion) {
  const Summaries s(
      "struct S { int f(int n) { return n ? g(n - 1) : x_; } int g(int n) { y_ = n; return f(n); }"
      "  int x_ = 0, y_ = 0; };");
  EXPECT_EQ(s.reads("f"), "x_");
  EXPECT_EQ(s.writes("f"), "y_");
  EXPECT_EQ(s.writes("g"), "y_");
}

TEST(SummaryAccess, TellsThatThreadsAreStarted) {
  const Summaries s("struct S { void go() { t_ = std::thread([this] { x_ = 1; }); } int x_ = 0; "
                    "std::thread t_; };");
  EXPECT_TRUE(s.summary().startsThreads);
  EXPECT_THAT(s.writes("go"), HasSubstr("x_"));
  EXPECT_FALSE(Summaries("struct S { void f() {} };").summary().startsThreads);
}

// Sources of both kinds: those that the user names and those that heddle finds next to the header.
TEST(SummaryAccess, LooksIntoSourcesForBodies) {
  const Header header(
      "#pragma once\nnamespace app { class S { public: void set(int v); int x_ = 0; }; }");
  ASSERT_TRUE(writeFileAtomically(joinPath(header.directory(), "subject.cpp"),
                                  "#include \"subject.hpp\"\nvoid app::S::set(int v) { x_ = v; }"));
  for (std::vector<std::string> SubjectRequest::* const sources :
       {&SubjectRequest::bodies, &SubjectRequest::sources}) {
    SubjectRequest request = header.request("S");
    request.*sources = {"subject.cpp"};
    const SubjectReading reading = readSubject(request);
    const auto& summary = std::get<SubjectDescription>(reading).summary;
    ASSERT_EQ(summary.methods.size(), 1u);
    ASSERT_EQ(summary.methods[0].writes.size(), 1u);
    EXPECT_EQ(summary.methods[0].writes[0].name, "x_");
    EXPECT_THAT(summary.methods[0].unsure, IsEmpty());
  }
}

TEST(SummaryAccess, AnswersForClassesOfLibraries) {
  const Header header("");
  SubjectRequest request = header.request("std::map<int, int>");
  request.header = "<map>";
  const SubjectReading reading = readSubject(request);
  const auto& subject = std::get<SubjectDescription>(reading);
  EXPECT_FALSE(subject.summary.methods.empty());
  for (const model::MethodSummary& each : subject.summary.methods)
    EXPECT_LT(each.operation, subject.operations.size());
}

} // namespace
} // namespace heddle::frontend
