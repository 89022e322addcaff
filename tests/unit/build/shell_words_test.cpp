// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "build/shell_words.h"

namespace heddle::build {
namespace {

using Words = std::vector<std::string>;

TEST(ShellWords, SplitsLikeAShell) {
  EXPECT_EQ(*splitShellWords("  a  b\tc\n"), (Words{"a", "b", "c"}));
  EXPECT_EQ(*splitShellWords(R"(-DX="a b" 'c d' e\ f)"), (Words{"-DX=a b", "c d", "e f"}));
  EXPECT_EQ(*splitShellWords(R"(-DS=\"text\" "q\"q" 'a\b')"),
            (Words{"-DS=\"text\"", "q\"q", "a\\b"}));
  EXPECT_EQ(*splitShellWords(R"('' "")"), (Words{"", ""}));
  EXPECT_EQ(*splitShellWords(""), Words{});
}

TEST(ShellWords, RefusesAnOpenQuote) {
  EXPECT_FALSE(splitShellWords("a 'b"));
  EXPECT_FALSE(splitShellWords("\""));
}

TEST(ShellWords, JoinIsTheInverseOfSplit) {
  const Words words{"plain", "", "with blank", "it's", "\"quoted\"", "back\\slash", "$HOME", "a=b"};
  EXPECT_EQ(*splitShellWords(joinShellWords(words)), words);
}

} // namespace
} // namespace heddle::build
