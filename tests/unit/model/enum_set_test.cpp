// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/forms/enum_set.h"
#include "model/lists/prunings.h"

namespace heddle::model {
namespace {

using Rules = EnumSet<StackPruning>;

TEST(EnumSet, IsWrittenAsNamesInTheOrderOfTheValues) {
  EXPECT_EQ(toText(Rules{StackPruning::Interleave, StackPruning::Stack}), "stack,interleave");
  EXPECT_EQ(toText(Rules{}), "");
}

TEST(EnumSet, IsReadByName) {
  Rules rules;
  ASSERT_TRUE(addNamed("interleave,stack", rules));
  EXPECT_EQ(rules, (Rules{StackPruning::Stack, StackPruning::Interleave}));
  EXPECT_FALSE(rules.has(StackPruning::Interfere));
}

TEST(EnumSet, AnUnknownOrEmptyNameIsRefused) {
  Rules rules;
  EXPECT_FALSE(addNamed("stack,D1", rules));
  EXPECT_FALSE(addNamed("stack,,static", rules));
}

TEST(EnumSet, TheComplementHasTheOthers) {
  EXPECT_EQ(Rules{}.complement(), Rules::all());
  EXPECT_EQ(toText(Rules{StackPruning::Static}.complement()),
            "exception,stack,redundant,interfere,interleave");
}

} // namespace
} // namespace heddle::model
