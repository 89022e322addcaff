// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "crash/canonical_name.h"
#include "crash/demangle.h"
#include "crash/function_name.h"

namespace heddle::crash {
namespace {

FunctionName parsed(std::string_view name) {
  return parseFunctionName(canonicalFunction(name));
}

bool same(std::string_view a, std::string_view b) {
  return sameFunction(parsed(a), parsed(b));
}

TEST(CanonicalFunction, HasOneSpelling) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"main", "main"},
      {"??", ""},
      {"<null>", ""},
      {"_ZN4shop7Logbook5visitEv", "shop::Logbook::visit()"},
      {"_ZN4shop7Logbook5visitEv.isra.0", "shop::Logbook::visit()"},
      {"__ZN4shop7Logbook5visitEv", "shop::Logbook::visit()"},
      {"shop::Logbook::visit() [clone .cold]", "shop::Logbook::visit()"},
      {"shop::Logbook::visit() (.part.3) [clone .isra.0]", "shop::Logbook::visit()"},
      {"shop::Logbook::visit.constprop.0", "shop::Logbook::visit"},
      {"std::vector<int, std::allocator<int> >::at(unsigned long)",
       "std::vector<int>::at(unsigned long)"},
      {"std::__1::map<int, char, std::__1::less<int>, std::__1::allocator<std::__1::pair<const "
       "int, char>>>::at(const int&)",
       "std::map<int, char>::at(int const&)"},
      {"std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> "
       ">::append(char const*)",
       "std::string::append(char const*)"},
      {"f(const std::string &, long unsigned int, short unsigned int)",
       "f(std::string const&, unsigned long, unsigned short)"},
      {"int* ns::make<int, 4ul>(int)", "ns::make<int, 4>(int)"},
      {"std::array<int, (unsigned long)4> ns::all()", "ns::all()"},
      {"ns::Grid<(unsigned long)4, (char)65>::size() const", "ns::Grid<4, 65>::size() const"},
      {"std::enable_if<(sizeof (int))<(8), void>::type ns::put<int>(int)", "ns::put<int>(int)"},
      {"unsigned long const& ns::max<unsigned long>(unsigned long const&, unsigned long const&)",
       "ns::max<unsigned long>(unsigned long const&, unsigned long const&)"},
      {"{anonymous}::Local::go()", "(anonymous namespace)::Local::go()"},
      {"void (anonymous namespace)::go<int>(int)", "(anonymous namespace)::go<int>(int)"},
      {"ns::name[abi:cxx11](int)", "ns::name(int)"},
      {"non-virtual thunk to ns::A::run()", "ns::A::run()"},
      {"ns::A::operator<< <int>(int)", "ns::A::operator<< <int>(int)"},
      {"bool ns::operator< <int>(ns::A<int> const&, ns::A<int> const&)",
       "ns::operator< <int>(ns::A<int> const&, ns::A<int> const&)"},
      {"ns::A::operator()(int) const", "ns::A::operator()(int) const"},
      {"ns::A::operator std::vector<int, std::allocator<int> >() const",
       "ns::A::operator std::vector<int>() const"},
      {"ns::A::operator new(unsigned long)", "ns::A::operator new(unsigned long)"},
      {"ns::A::operator->() &&", "ns::A::operator->()&&"},
      {"decltype(auto) ns::visit<ns::A>(ns::A&&)", "ns::visit<ns::A>(ns::A&&)"},
      {"T& ns::R<T, N>::at(std::size_t) [with T = int; int N = 4; std::size_t = long unsigned int]",
       "ns::R<int, 4>::at(std::size_t)"},
      {"T &ns::R<int, 7>::at(std::size_t) [T = int, N = 7]", "ns::R<int, 7>::at(std::size_t)"},
  };
  for (const auto& [given, expected] : cases)
    EXPECT_EQ(canonicalFunction(given), expected) << given;
}

TEST(CanonicalFunction, IsItsOwnCanonicalForm) {
  for (const std::string_view name :
       {"std::enable_if<is_invocable_r_v<void, A::visit()::{lambda(int)#1}&>, void>::type "
        "std::__invoke_r<void>()",
        "ns::A::operator<< <int>(int)",
        "void ns::f<&ns::A::operator<, 3>(const char *)",
        "ns::A::f() const::{lambda(auto:1)#1}::operator()<int>(int) const"}) {
    const std::string once = canonicalFunction(name);
    EXPECT_EQ(canonicalFunction(once), once);
  }
}

TEST(FunctionName, HasScopeNameAndParameters) {
  const FunctionName name =
      parsed("int& shop::Ring<std::string, 4>::at<long>(unsigned long) const");
  EXPECT_EQ(name.scopeText(), "shop::Ring<std::string, 4>");
  EXPECT_EQ(name.qualifiedName(), "shop::Ring::at");
  EXPECT_EQ(name.arguments, "<long>");
  EXPECT_EQ(name.parameters, "unsigned long");
  EXPECT_TRUE(name.isConst);
  EXPECT_FALSE(name.isLambda);
  EXPECT_FALSE(parsed("shop::Ring::at").parameters.has_value());
  EXPECT_TRUE(parsed("shop::Ring<int>::Ring(int)").isConstructor());
  EXPECT_TRUE(parsed("shop::Ring<int>::~Ring()").isDestructor());
}

TEST(FunctionName, OfOperatorsIsNotReadAsBrackets) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"ns::A::operator<(ns::A const&) const", "operator<"},
      {"ns::A::operator<<(int)", "operator<<"},
      {"ns::A::operator>>(int)", "operator>>"},
      {"ns::A::operator->() const", "operator->"},
      {"ns::A::operator->*(int)", "operator->*"},
      {"ns::A::operator<=>(ns::A const&) const", "operator<=>"},
      {"ns::A::operator()(int, int)", "operator()"},
      {"ns::A::operator[](int)", "operator[]"},
      {"ns::A::operator,(int)", "operator,"},
      {"ns::A::operator bool() const", "operator bool"},
      {"ns::A::operator std::function<void (int)>() const", "operator std::function<void(int)>"},
      {"ns::A::operator delete[](void*)", "operator delete[]"},
      {"ns::A::operatorTable(int)", "operatorTable"},
  };
  for (const auto& [given, expected] : cases) {
    EXPECT_EQ(parsed(given).name, expected) << given;
    EXPECT_EQ(parsed(given).scopeText(), "ns::A") << given;
  }
}

TEST(FunctionName, OfALambdaIsThatOfTheFunctionAroundIt) {
  for (const std::string_view name :
       {"shop::Logbook::visit()::{lambda(int)#1}::operator()(int) const",
        "shop::Logbook::visit()::$_0::operator()(int) const",
        "shop::Logbook::visit::$_0::operator()",
        "shop::Logbook::visit()::'lambda0'(int)::operator()(int) const",
        "shop::Logbook::visit()::<lambda(int)>::operator()(int) const",
        "shop::Logbook::visit() const::{lambda()#2}::operator()() const",
        "shop::Logbook::visit()::{lambda()#1}::operator()() const::{lambda()#1}::_FUN()"}) {
    const FunctionName lambda = parsed(name);
    EXPECT_TRUE(lambda.isLambda && lambda.isLocal) << name;
    EXPECT_EQ(lambda.qualifiedName(), "shop::Logbook::visit") << name;
  }
  const FunctionName local = parsed("shop::Logbook::visit(int)::Task::run()");
  EXPECT_TRUE(local.isLocal);
  EXPECT_FALSE(local.isLambda);
  EXPECT_EQ(local.qualifiedName(), "shop::Logbook::visit");
  EXPECT_TRUE(parsed("operator()").isLambda); // as gcc's sanitizers print it
}

TEST(SameFunction, DoesNotMindWhatOneSideLeavesOut) {
  EXPECT_TRUE(same("shop::Ring<std::__cxx11::basic_string<char, std::char_traits<char>, "
                   "std::allocator<char> >, 4>::at",
                   "shop::Ring<std::__1::basic_string<char>, 4ul>::at(unsigned long) const"));
  EXPECT_TRUE(same("shop::Ring::at", "shop::Ring<int, 7>::at(long)"));
  EXPECT_TRUE(same("shop::f(const char *)", "shop::f(char const*)"));
  EXPECT_TRUE(same("(anonymous namespace)::A::f()", "{anonymous}::A::f"));
  EXPECT_TRUE(
      same("A::f()::{lambda(int)#1}::operator()(int) const", "A::f()::$_3::operator()(int) const"));
  EXPECT_TRUE(same("_ZN4shop7Logbook5visitEv", "shop::Logbook::visit (void)"));
}

TEST(SameFunction, TellsOverloadsScopesAndLambdasApart) {
  EXPECT_FALSE(same("shop::f(int)", "shop::f(long)"));
  EXPECT_FALSE(same("shop::A::f() const", "shop::A::f()"));
  EXPECT_FALSE(same("shop::A::f", "shop::B::f"));
  EXPECT_FALSE(same("shop::R<int>::f", "shop::R<long>::f"));
  EXPECT_FALSE(same("A::f()::{lambda(int)#1}::operator()(int) const", "A::f()"));
}

TEST(IsScopeOf, AcceptsAShorterName) {
  const auto scope = parsed("shop::Ring<int, 7>::at()").scope;
  EXPECT_TRUE(isScopeOf(scope, "Ring"));
  EXPECT_TRUE(isScopeOf(scope, "shop::Ring"));
  EXPECT_TRUE(isScopeOf(scope, "shop::Ring<int, 7u>"));
  EXPECT_FALSE(isScopeOf(scope, "shop::Ring<int, 8>"));
  EXPECT_FALSE(isScopeOf(scope, "shop"));
  EXPECT_FALSE(isScopeOf(scope, "other::Ring"));
  EXPECT_FALSE(isScopeOf(scope, ""));
}

TEST(Demangled, OfANameThatWouldExplodeIsItsOutline) {
  std::string name = "_ZN4shop7LogbookI1AE4infoES1_";
  for (const char c : std::string_view("123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    name += std::string("S0_IS") + c + "_S" + c + "_E";
  EXPECT_EQ(demangled(name), "shop::Logbook::info");
  EXPECT_EQ(demangled("_ZN4shop3BoxC1I" + std::string(5000, 'i') + "E"), "shop::Box::Box");
  EXPECT_EQ(demangled("_Z" + std::string(5000, 'Z')).substr(0, 4), "_ZZZ");
  EXPECT_EQ(demangled("_Znotmangled"), "_Znotmangled");
}

TEST(FunctionName, OfAnOperatorIsNoScope) {
  const FunctionName name = parseFunctionName("shop::Ring::operator()::Local::f(int)");
  EXPECT_EQ(name.scopeWithoutArguments(), "shop::Ring");
  EXPECT_EQ(name.name, "operator()");
  EXPECT_TRUE(name.isLocal);
}

TEST(FunctionNames, AScopeReadsAsItselfWhateverItIsMadeOf) {
  for (const std::string_view text : {"_:{}::{}::f",
                                      "a:::b::f",
                                      "::a:{}::f",
                                      "a:b::c::f()",
                                      "a::B::__ndk1<int>:operator<:f(u()",
                                      "__1::a::f()"}) {
    const FunctionName name = parseFunctionName(text);
    EXPECT_TRUE(isScopeOf(name.scope, name.scopeWithoutArguments())) << text;
  }
}

} // namespace
} // namespace heddle::crash
