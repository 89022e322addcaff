// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "explain/functions.h"

namespace heddle::explain {
namespace {

TEST(ReadableFunction, DemanglesAndKeepsShortArguments) {
  EXPECT_EQ(readableFunction("_Z8withdrawi"), "withdraw(int)");
  EXPECT_EQ(readableFunction("main"), "main");
  EXPECT_EQ(readableFunction("_ZN7Account8withdrawEi"), "Account::withdraw(int)");
}

TEST(ReadableFunction, LeavesOutLongArguments) {
  EXPECT_EQ(readableFunction("transfer(Account&, Account&, std::vector<int> const&)"), "transfer");
  EXPECT_EQ(readableFunction("Bank<std::basic_string<char>, std::less<int>, Other>::open(int)"),
            "Bank::open");
  EXPECT_EQ(
      readableFunction("Bank<std::basic_string<char>, Other>::operator<(Bank<int> const&) const"),
      "Bank::operator<");
  EXPECT_EQ(readableFunction("Bank<std::basic_string<char>, std::less<int> >::operator->() const"),
            "Bank::operator->");
}

TEST(ReadableFunction, LeavesOutTheResultType) {
  EXPECT_EQ(readableFunction("void worker<int>(int)"), "worker<int>(int)");
  EXPECT_EQ(readableFunction("operator delete(void*)"), "operator delete(void*)");
}

TEST(ReadableFunction, NamesLambdasAfterTheirFunction) {
  EXPECT_EQ(readableFunction("main::$_0::operator()() const"), "lambda in main");
  EXPECT_EQ(
      readableFunction("main::$_1::operator()() const::{lambda(int)#1}::operator()(int) const"),
      "lambda in main");
  EXPECT_EQ(readableFunction("run(int)::'lambda'(int)::operator()(int) const"), "lambda in run");
}

TEST(ReadableFunction, SurvivesOperatorsAndGarbage) {
  EXPECT_EQ(readableFunction("Box::operator<(Box const&)"), "Box::operator<(Box const&)");
  EXPECT_EQ(readableFunction("Box::operator()(int)"), "Box::operator()(int)");
  EXPECT_EQ(readableFunction("_Zgarbage"), "_Zgarbage");
  EXPECT_EQ(readableFunction(""), "");
  EXPECT_EQ(readableFunction(")))>>>"), ")))>>>");
}

} // namespace
} // namespace heddle::explain
