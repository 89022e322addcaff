// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "explain/contention.h"

namespace heddle::explain {
namespace {

using model::Event;
using model::EventKind;

class Contention : public testing::Test {
protected:
  void add(std::uint16_t thread, EventKind kind, std::uint32_t location, std::uint64_t value = 0) {
    Event event;
    event.thread = thread;
    event.kind = kind;
    event.location = location;
    event.hasValue = true;
    event.value = value;
    trace_.events.push_back(event);
  }

  static model::MemoryLocation at(std::uint32_t block, std::int64_t offset) {
    return {.region = model::Region::Heap, .number = block, .offset = offset};
  }

  model::Trace trace_;
};

TEST_F(Contention, HandingOverByStartAndJoinIsNone) {
  trace_.locations = {{}, at(1, 0)};
  add(0, EventKind::Store, 1);
  add(0, EventKind::ThreadCreate, 0, 1);
  add(1, EventKind::Load, 1);
  add(1, EventKind::Store, 1);
  add(0, EventKind::ThreadJoin, 0, 1);
  add(0, EventKind::Load, 1);
  EXPECT_FALSE(contendedLocations(trace_)[1]);
}

TEST_F(Contention, ThreadsThatRunTogetherContendUnlessTheyOnlyRead) {
  trace_.locations = {{}, at(1, 0), at(2, 0)};
  add(0, EventKind::ThreadCreate, 0, 1);
  add(0, EventKind::ThreadCreate, 0, 2);
  add(1, EventKind::Load, 1);
  add(1, EventKind::Load, 2);
  add(2, EventKind::AtomicStore, 1);
  add(2, EventKind::Load, 2);
  const auto contended = contendedLocations(trace_);
  EXPECT_TRUE(contended[1]);
  EXPECT_FALSE(contended[2]);
}

TEST_F(Contention, FreeingABlockContendsWithEveryUseOfIt) {
  trace_.locations = {{}, at(1, 0), at(1, 8), at(2, 8)};
  add(1, EventKind::Load, 2);
  add(1, EventKind::Load, 3);
  add(2, EventKind::Free, 1);
  const auto contended = contendedLocations(trace_);
  EXPECT_TRUE(contended[1]);
  EXPECT_TRUE(contended[2]);
  EXPECT_FALSE(contended[3]);
}

TEST_F(Contention, MalformedTracesAreHarmless) {
  trace_.locations = {{}};
  add(1, EventKind::Store, 77);
  add(2, EventKind::Free, 99);
  add(0, EventKind::ThreadJoin, 0, ~std::uint64_t{0});
  EXPECT_EQ(contendedLocations(trace_).size(), 1u);
}

} // namespace
} // namespace heddle::explain
