// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/memory_location.h"

namespace heddle::model {
namespace {

TEST(MemoryLocation, IsReadBackAsWritten) {
  const MemoryLocation all[] = {{},
                                {.region = Region::Heap},
                                {.region = Region::Heap, .number = 3},
                                {.region = Region::Heap, .number = 3, .offset = 8},
                                {.region = Region::Heap, .number = 3, .offset = -8},
                                {.region = Region::Stack, .number = 2, .offset = 40},
                                {.region = Region::ThreadLocal, .number = 0, .offset = 16},
                                {.region = Region::Global, .offset = 0x4a},
                                {.region = Region::Thread},
                                {.region = Region::Library}};
  for (const MemoryLocation& location : all) {
    MemoryLocation read;
    ASSERT_TRUE(memoryLocationFromText(toText(location), read)) << toText(location);
    EXPECT_EQ(read, location) << toText(location);
  }
}

TEST(MemoryLocation, RefusesWhatIsNotOne) {
  MemoryLocation read;
  for (const char* text : {"", "nowhere", "heap#", "heap#x", "heap#1*8", "heap#1+", "global+0x"})
    EXPECT_FALSE(memoryLocationFromText(text, read)) << text;
}

} // namespace
} // namespace heddle::model
