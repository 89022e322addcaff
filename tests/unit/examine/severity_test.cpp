// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "examine/severity.h"

namespace heddle::examine {
namespace {

using abi::ValueTrait;
using model::SeverityReason;
using runtime::FailureKind;

// Recipe 0 is plain; each other one has the trait of its number.
ValueTrait traitOf(unsigned parameter, unsigned choice) {
  return parameter == 0 ? static_cast<ValueTrait>(choice) : ValueTrait::Plain;
}

SeverityReason reasonOf(FailureKind kind, ValueTrait trait, Minimised minimised = Minimised::Yes) {
  abi::Operation operations[2] = {};
  operations[1].parameterCount = 2;
  operations[1].traitOf = traitOf;
  abi::ClassTable table = {};
  table.operations = operations;
  table.operationCount = 2;
  const auto choice = static_cast<std::uint16_t>(trait);
  const model::Call plain{.operation = 1, .receiver = 0, .choices = {0, 4}};
  const model::Call odd{.operation = 1, .receiver = 0, .choices = {choice, 0}};
  const model::Test test{.prefix = {{.operation = 0, .receiver = 0, .choices = {}}},
                         .suffixes = {{plain}, {plain, odd}},
                         .epilogue = {}};
  return severityReasonOf(kind, test, table, minimised);
}

TEST(Severity, PlainArgumentsGiveNoReason) {
  EXPECT_EQ(reasonOf(FailureKind::Deadlock, ValueTrait::Plain), SeverityReason::None);
}

TEST(Severity, ExtremeArgumentsMayBeExcluded) {
  EXPECT_EQ(reasonOf(FailureKind::Crash, ValueTrait::Extreme), SeverityReason::ExtremeArguments);
  EXPECT_EQ(reasonOf(FailureKind::Crash, ValueTrait::TheObject), SeverityReason::ExtremeArguments);
}

TEST(Severity, ExtremeArgumentsCountOnlyIfPlainerOnesDoNotFail) {
  EXPECT_EQ(reasonOf(FailureKind::Crash, ValueTrait::Extreme, Minimised::No), SeverityReason::None);
  EXPECT_EQ(reasonOf(FailureKind::Livelock, ValueTrait::CallsPeer, Minimised::No),
            SeverityReason::CallsUnknownCode);
}

TEST(Severity, AThrowingCallbackIsTheClients) {
  EXPECT_EQ(reasonOf(FailureKind::Linearizability, ValueTrait::Throws),
            SeverityReason::ThrowingCallback);
}

TEST(Severity, ACallbackThatCallsAnotherObjectIsAHazard) {
  EXPECT_EQ(reasonOf(FailureKind::Deadlock, ValueTrait::CallsPeer),
            SeverityReason::CallsUnknownCode);
  EXPECT_EQ(reasonOf(FailureKind::Linearizability, ValueTrait::CallsPeer),
            SeverityReason::CallsUnknownCode);
  EXPECT_EQ(reasonOf(FailureKind::UseAfterFree, ValueTrait::CallsPeer), SeverityReason::None);
}

TEST(Severity, ACallbackThatChangesItsOwnObjectIsAHazard) {
  EXPECT_EQ(reasonOf(FailureKind::Deadlock, ValueTrait::Changes), SeverityReason::CallsUnknownCode);
  EXPECT_EQ(reasonOf(FailureKind::Linearizability, ValueTrait::Changes),
            SeverityReason::CallsUnknownCode);
  EXPECT_EQ(reasonOf(FailureKind::UseAfterFree, ValueTrait::Changes), SeverityReason::None);
}

} // namespace
} // namespace heddle::examine
