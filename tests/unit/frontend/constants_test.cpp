// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "frontend/constants.h"
#include "subject_fixture.h"

namespace heddle::frontend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Constants, AreThoseTheClassComparesWith) {
  const Header header("#include <string>\n"
                      "struct Parser {\n"
                      "  static constexpr int kLimit = 64;\n"
                      "  int step(int n, const std::string& word, char c) {\n"
                      "    int unrelated = 77;\n"
                      "    if (n == 16 || n >= kLimit || 1 < n) return 5;\n"
                      "    if (word == \"quit\") return 6;\n"
                      "    switch (n) { case 99: return unrelated; }\n"
                      "    return c == 'q';\n"
                      "  }\n"
                      "};\n");
  const Constants constants = header.subject("Parser").constants;
  EXPECT_THAT(constants.integers, ElementsAre(16, 64, 99));
  EXPECT_THAT(constants.strings, ElementsAre("quit"));
  EXPECT_THAT(constants.characters, ElementsAre('q'));
}

TEST(Constants, AreFoundInBodiesOfTemplates) {
  const Header header("template <class T> struct Box { bool f(int n) { return n == 12; } };");
  EXPECT_THAT(header.subject("Box<int>").constants.integers, ElementsAre(12));
}

TEST(Constants, AreFoundInSourcesByTheirTokens) {
  Constants constants;
  addConstantsOfSource("void f(int n) { int a = 40; if (n == 0x20u) g(41); if (\"on\" != s) {}\n"
                       "switch (n) { case 'x': case 50: ; } } // == 60",
                       constants);
  EXPECT_THAT(constants.integers, ElementsAre(32, 50));
  EXPECT_THAT(constants.strings, ElementsAre("on"));
  EXPECT_THAT(constants.characters, ElementsAre('x'));
}

TEST(Constants, OtherIntegersAreSizesInitialValuesAndTemplateArguments) {
  const Header header("template <unsigned Count> struct Ring {\n"
                      "  explicit Ring(unsigned size) : size_(size < 16 ? 16 : size) {}\n"
                      "  void grow() { size_ += 20; }\n"
                      "  static constexpr unsigned kMost = 30;\n"
                      "  unsigned size_, first_ = 40;\n"
                      "};\n");
  const Constants constants = header.subject("Ring<50>").constants;
  EXPECT_THAT(constants.otherIntegers, testing::UnorderedElementsAre(16, 20, 30, 40, 50));
  EXPECT_THAT(constants.integers, IsEmpty());
}

TEST(Constants, LeaveOutWhatEveryPoolHas) {
  Constants constants;
  addConstantsOfSource("n == 0; n == 1; n == 2; s == \"\";", constants);
  EXPECT_THAT(constants.integers, IsEmpty());
  EXPECT_THAT(constants.strings, IsEmpty());
}

} // namespace
} // namespace heddle::frontend
