// SPDX-License-Identifier: Apache-2.0
// One bad method never costs the class: what does not compile is dropped, with what the compiler says, and the rest is built.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "frontend/verifier.h"
#include "subject_fixture.h"

namespace heddle::frontend {
namespace {

using testing::IsSupersetOf;

constexpr const char* kPrelude =
    "#include <map>\n#include <memory>\n#include <vector>\n"
    "struct Incomplete;\n"
    "class NoDestructor { ~NoDestructor() {} public: NoDestructor() {} };\n"
    "struct NoCopy { NoCopy() = default; NoCopy(const NoCopy&) = delete; };\n"
    "struct Abstract { virtual void f() = 0; };\n"
    "#define GOOD void add(int v) { total_ += v; } int total() const { return total_; } \\\n"
    "  int total_ = 0;\n";

struct Case {
  const char* name;
  const char* header; // after the prelude
  const char* className;
  std::vector<std::string> bad =
      {}; // must not be driven; those that are not listed may or may not be
};

class Verifier : public testing::TestWithParam<Case> {};

TEST_P(Verifier, KeepsTheRestOfTheClass) {
  const Header header(std::string(kPrelude) + GetParam().header);
  SubjectDescription subject = header.subject(GetParam().className);
  const Result<void> verified =
      dropWhatDoesNotCompile(header.request(GetParam().className), subject);
  ASSERT_TRUE(verified) << verified.error().message;
  EXPECT_TRUE(operation(subject, "add(int)").model.unsupported.empty());
  EXPECT_TRUE(operation(subject, "total()").model.unsupported.empty());
  std::vector<std::string> dropped;
  for (const OperationDescription& each : subject.operations)
    if (!each.model.unsupported.empty())
      dropped.push_back(each.model.signature);
  EXPECT_THAT(dropped, IsSupersetOf(GetParam().bad));
}

INSTANTIATE_TEST_SUITE_P(
    Classes,
    Verifier,
    testing::Values(
        Case{
            "incomplete",
            "struct C { void take(Incomplete x); Incomplete give(); void ref(Incomplete&); GOOD };",
            "C",
            {"take(Incomplete)"}},
        Case{"private_type",
             "class C { struct P { int v; }; public: void take(P) {} P give() { return {}; }\n"
             "  std::vector<P> list() { return {}; } GOOD };",
             "C"},
        Case{"protected_enum",
             "class C { protected: enum class E { A }; public: void set(E) {} E get() { return "
             "E::A; } GOOD };",
             "C"},
        Case{"private_destructor",
             "struct C { void take(NoDestructor); void ref(const NoDestructor&) {} GOOD };",
             "C"},
        Case{"body",
             "template <class T> struct C { void bad() { T().no(); } GOOD };",
             "C<int>",
             {"bad()"}},
        Case{"shared_helper",
             "template <class T> struct C { void a() { h(); } void b() { h(); } void c() { h(); } "
             "void d() { h(); }\n"
             "  void e() { h(); } void f() { h(); } void g() { h(); } void i() { h(); } void j() { "
             "h(); } GOOD\n"
             "private: void h() { T().no(); } };",
             "C<int>",
             {"a()", "b()", "c()", "d()", "e()", "f()", "g()", "i()", "j()"}},
        Case{"deleted_copy",
             "struct C { void take(NoCopy) {} const NoCopy& ref() { static NoCopy c; return c; } "
             "GOOD };",
             "C"},
        Case{"deep",
             "template <class T> struct D { template <int N> auto f() { if constexpr (N == 0) "
             "return T().no();\n"
             "  else return f<N - 1>(); } };\n"
             "template <class T> struct C { auto bad() { return D<T>().template f<40>(); } GOOD };",
             "C<int>",
             {"bad()"}},
        Case{"deduced",
             "template <class T> struct C { auto bad() { return T().x; } GOOD };",
             "C<int>",
             {"bad()"}},
        Case{"deduced_const",
             "template <class T> struct C { auto bad() const { return T().x; } GOOD };",
             "C<int>",
             {"bad()"}},
        Case{"static_assert",
             "template <class T> struct C { void bad() { static_assert(sizeof(T) == 99); } GOOD };",
             "C<int>",
             {"bad()"}},
        Case{"in_library",
             "template <class T> struct C { void bad() { std::vector<std::unique_ptr<T>> a, b; a = "
             "b; } GOOD };",
             "C<int>",
             {"bad()"}},
        Case{"noexcept",
             "template <class T> struct C { void bad() noexcept(noexcept(T().no())) {} GOOD };",
             "C<int>"},
        Case{"base",
             "template <class T> struct B { void bad() { T().no(); } };\n"
             "template <class T> struct C : B<T> { GOOD };",
             "C<int>",
             {"bad()"}},
        Case{"default_argument",
             "template <class T> struct C { void bad(int x = T::no) {} GOOD };",
             "C<int>",
             {"bad()"}},
        Case{"odd_results",
             "struct C { int (&arr())[3] { static int a[3]; return a; } void (*fn())(int) { return "
             "nullptr; }\n"
             "  Abstract& abs(); void takeAbs(Abstract&) {} GOOD };",
             "C"},
        Case{"copied_argument",
             "template <class T> struct E { E() = default; E(const E& o) { o.v.no(); } T v; };\n"
             "struct C { void take(E<int>) {} E<int> give() { return {}; } GOOD };",
             "C"},
        Case{"observer_of_result",
             "template <class T> struct O { int count() const { return T().no(); } int size() "
             "const { return 1; } };\n"
             "struct C { O<int> give() const { return {}; } GOOD };",
             "C"},
        Case{"constructor",
             "template <class T> struct C { C() {} explicit C(int) { T().no(); } GOOD };",
             "C<int>",
             {"C(int)"}},
        Case{"friend",
             "template <class T> struct C { friend bool operator==(const C&, const C&) { return "
             "T().no(); } GOOD };",
             "C<int>"}),
    [](const testing::TestParamInfo<Case>& info) { return std::string(info.param.name); });

} // namespace
} // namespace heddle::frontend
