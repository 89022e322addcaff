// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "calls/contracts.h"

namespace heddle::calls {
namespace {

enum : std::uint16_t { kMake, kPush, kPop, kReserve, kDrain };

// push and push, and push and pop, never run at the same time.
class ContractsTest : public testing::Test {
protected:
  ContractsTest() {
    operations_[kReserve].notIn = abi::kInLanes | abi::kInEpilogue;
    operations_[kDrain].notIn = abi::kInLanes | abi::kInPrefix;
  }

  bool allow(const std::string& test) {
    const Result<model::Test> parsed = model::testFromText(test);
    EXPECT_TRUE(parsed) << test;
    return Contracts(table_).allow(*parsed);
  }

  std::array<abi::Operation, 5> operations_{};
  std::array<abi::Exclusion, 2> excluded_{{{kPush, kPush}, {kPop, kPush}}};
  abi::ClassTable table_{.version = abi::ClassTable::kVersion,
                         .objectSize = 1,
                         .className = "Queue",
                         .operations = operations_.data(),
                         .operationCount = 5,
                         .invariantCount = 0,
                         .invariants = nullptr,
                         .exclusions = excluded_.data(),
                         .exclusionCount = 2,
                         .destroy = nullptr};
};

TEST_F(ContractsTest, GroupStaysInOneLane) {
  EXPECT_TRUE(allow("0() / 2() | 2() / "));
  EXPECT_TRUE(allow("0() 1() / 1() 2() 1() | 0() / 1()"));
  EXPECT_FALSE(allow("0() / 1() | 1() / "));
  EXPECT_FALSE(allow("0() / 2() | 1() / "));
  EXPECT_FALSE(allow("0() / 1() | 2() / "));
  EXPECT_FALSE(allow("0() / 2() | 2() | 2() 1() / "));
}

TEST_F(ContractsTest, PartsOfATest) {
  EXPECT_TRUE(allow("0() 3() / 2() | 2() / 4()"));
  EXPECT_FALSE(allow("0() / 3() | 2() / "));
  EXPECT_FALSE(allow("0() / 2() | 2() / 3()"));
  EXPECT_FALSE(allow("0() 4() / 2() | 2() / "));
  EXPECT_FALSE(allow("0() / 2() | 4() / "));
}

TEST_F(ContractsTest, HoldForPeersToo) {
  EXPECT_FALSE(allow("0() 0()@1 / 1() | 1()@1 / "));
}

} // namespace
} // namespace heddle::calls
