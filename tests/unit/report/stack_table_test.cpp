// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/stack_table.h"

namespace heddle::report {
namespace {

using model::SourcePlace;

SourcePlace at(const char* function, std::uint32_t line) {
  return {.file = "/src/a.hpp", .line = line, .column = 0, .function = function};
}

TEST(StackTable, TheSameFunctionsStandSideBySide) {
  const Lines lines = stackTable({at("A::inner", 1), at("A::outer", 3)},
                                 {at("A::inner", 1), at("A::inlined", 2), at("A::outer", 3)},
                                 60);
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0], "  given                      | produced");
  EXPECT_EQ(lines[1], "  a.hpp:1 A::inner           | a.hpp:1 A::inner");
  EXPECT_EQ(lines[2], "                             | a.hpp:2 A::inlined");
  EXPECT_EQ(lines[3], "  a.hpp:3 A::outer           | a.hpp:3 A::outer");
}

TEST(StackTable, NothingOfNothing) {
  EXPECT_TRUE(stackTable({}, {}, 80).empty());
}

} // namespace
} // namespace heddle::report
