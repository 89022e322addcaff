// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "crash/crash.h"
#include "crash/function_name.h"
#include "crash/source_scopes.h"
#include "crash/target.h"

namespace heddle::crash {
namespace {

const char* const kRing = "#include <vector> // {\n"                                // 1
                          "namespace shop::detail { enum class Way { Up }; }\n"     // 2
                          "namespace shop {\n"                                      // 3
                          "template <class T> class Ring final : Base<T> {\n"       // 4
                          "public:\n"                                               // 5
                          "  explicit Ring(int n) : size_{n}, next_(0), at_{1} {\n" // 6
                          "    fill('{');\n"                                        // 7
                          "  }\n"                                                   // 8
                          "  ~Ring() { clear(); }\n"                                // 9
                          "  int size() const { return size_; } void clear() {}\n"  // 10
                          "  bool operator==(const Ring& o) const {\n"              // 11
                          "    return R\"(})\" == 1'000;\n"                         // 12
                          "  }\n"                                                   // 13
                          "  void start();\n"                                       // 14
                          "  struct Job {\n"                                        // 15
                          "    void operator()() { /* } */ go(); }\n"               // 16
                          "  };\n"                                                  // 17
                          "  int size_{0};\n"                                       // 18
                          "};\n"                                                    // 19
                          "template <class T>\n"                                    // 20
                          "void Ring<T>::start() {\n"                               // 21
                          "  for (int i : all()) {\n"                               // 22
                          "    run([this] { step(); });\n"                          // 23
                          "  }\n"                                                   // 24
                          "}\n"                                                     // 25
                          "}\n"                                                     // 26
                          "int main() { return \"\\\"}\" == 0; }\n";                // 27

TEST(SourceScopes, KnowsTheFunctionOfALine) {
  const SourceScopes scopes(kRing);
  EXPECT_EQ(scopes.qualified("Ring", 7), "shop::Ring::Ring");
  EXPECT_EQ(scopes.qualified("~Ring", 9), "shop::Ring::~Ring");
  EXPECT_EQ(scopes.qualified("size", 10), "shop::Ring::size");
  EXPECT_EQ(scopes.qualified("clear", 10), "shop::Ring::clear");
  EXPECT_EQ(scopes.qualified("operator==", 12), "shop::Ring::operator==");
  EXPECT_EQ(scopes.qualified("operator()", 16), "shop::Ring::Job::operator()");
  EXPECT_EQ(scopes.qualified("start", 22), "shop::Ring::start");
  EXPECT_EQ(scopes.qualified("main", 27), "main");
}

TEST(SourceScopes, TakesTheCallOperatorInAFunctionForALambda) {
  const FunctionName name = parseFunctionName(SourceScopes(kRing).qualified("operator()", 23));
  EXPECT_EQ(name.qualifiedName(), "shop::Ring::start");
  EXPECT_TRUE(name.isLambda);
}

TEST(SourceScopes, TakesAFunctionThatALibraryCallsForALambdaInIt) {
  const SourceScopes scopes(kRing);
  EXPECT_TRUE(parseFunctionName(scopes.qualified("start", 23, true)).isLambda);
  EXPECT_FALSE(parseFunctionName(scopes.qualified("start", 22, true)).isLambda);
  EXPECT_FALSE(parseFunctionName(scopes.qualified("start", 23, false)).isLambda);
}

TEST(SourceScopes, DoesNotKnowOtherNames) {
  const SourceScopes scopes(kRing);
  EXPECT_EQ(scopes.qualified("size", 22), "");
  EXPECT_EQ(scopes.qualified("operator()", 14), "");
  EXPECT_EQ(scopes.qualified("main", 28), "");
  EXPECT_EQ(SourceScopes("}}}{{{((").qualified("f", 1), "");
}

// A stack of backward-cpp has no class in it.
TEST(SourceScopes, MakesABareStackOneOfTheClass) {
  auto report = parseCrash("Stack trace (most recent call last):\n"
                           "#1    Source \"src/main.cpp\", line 4, in operator() [0x2]\n"
                           "#0    Source \"src/ring.hpp\", line 10, in size [0x1]\n"
                           "Segmentation fault (Address not mapped to object [(nil)])\n");
  ASSERT_TRUE(report);
  EXPECT_FALSE(inferTarget(*report, {}));
  qualifyFunctions(*report, {{.file = "work/ring.hpp", .text = kRing}});
  const auto target = inferTarget(*report, {});
  ASSERT_TRUE(target);
  EXPECT_EQ(target->className, "shop::Ring");
  EXPECT_EQ(target->method.name, "size");
}

} // namespace
} // namespace heddle::crash
