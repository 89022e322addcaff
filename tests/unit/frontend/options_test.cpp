// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "frontend/options.h"

namespace heddle::frontend {
namespace {

using testing::ElementsAre;

TEST(Options, AreReadUpToTheCompilersFlags) {
  const auto options = parseOptions({"--header",
                                     "<vector>",
                                     "--class",
                                     "std::vector<int>",
                                     "--out",
                                     "o",
                                     "--source",
                                     "a.cpp",
                                     "--source",
                                     "b.cpp",
                                     "--verify",
                                     "--",
                                     "-O1",
                                     "--class"});
  ASSERT_TRUE(options);
  EXPECT_EQ(options->request.header, "<vector>");
  EXPECT_THAT(options->request.sources, ElementsAre("a.cpp", "b.cpp"));
  EXPECT_THAT(options->request.flags, ElementsAre("-O1", "--class"));
  EXPECT_TRUE(options->verify);
}

TEST(Options, NeedHeaderClassAndOut) {
  EXPECT_FALSE(parseOptions({"--header", "a.hpp", "--class", "A"}));
  EXPECT_FALSE(parseOptions({"--header"}));
  EXPECT_FALSE(parseOptions({"--nonsense", "1"}));
}

} // namespace
} // namespace heddle::frontend
