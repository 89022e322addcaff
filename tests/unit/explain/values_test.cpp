// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "explain/values.h"

namespace heddle::explain {
namespace {

using model::Event;
using model::EventKind;
using model::ValueKind;

model::Value loaded(std::uint64_t value, std::uint8_t size) {
  Event event;
  event.kind = EventKind::Load;
  event.size = size;
  event.hasValue = true;
  event.value = value;
  return valueOf(event);
}

TEST(Values, NumbersAreDecimalAndSigned) {
  EXPECT_EQ(loaded(1000, 4).text, "1000");
  EXPECT_EQ(loaded(0xffffffff, 4).text, "-1");
  EXPECT_EQ(loaded(0xff, 1).text, "-1");
  EXPECT_EQ(loaded(1, 1).text, "1");
  EXPECT_EQ(loaded(0xffffffff, 8).text, "4294967295");
}

TEST(Values, BitPatternsAreNotShownAsNumbers) {
  EXPECT_EQ(loaded(0x3ff8000000000000, 8).kind, ValueKind::Large);
  EXPECT_EQ(loaded(0x600000000010, 8).kind, ValueKind::Large);
}

TEST(Values, TryLockSaysWhetherItWorked) {
  Event event;
  event.kind = EventKind::TryLock;
  event.hasValue = true;
  EXPECT_EQ(valueOf(event).kind, ValueKind::Busy);
  event.value = 1;
  EXPECT_EQ(valueOf(event).kind, ValueKind::Taken);
}

TEST(Values, LengthsOfRangesAreNoValues) {
  Event event;
  event.kind = EventKind::RangeWrite;
  event.hasValue = true;
  event.value = 64;
  EXPECT_TRUE(valueOf(event).empty());
}

TEST(Values, OnlyAccessesHaveOne) {
  Event event;
  event.kind = EventKind::ThreadCreate;
  event.hasValue = true;
  event.value = 2;
  EXPECT_TRUE(valueOf(event).empty());
  event.kind = EventKind::Load;
  event.hasValue = false;
  EXPECT_TRUE(valueOf(event).empty());
}

} // namespace
} // namespace heddle::explain
