// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "campaign/symbolizer.h"

namespace heddle::campaign {
namespace {

TEST(Symbolizer, ReadsInlinedFramesInnermostFirst) {
  const auto places = placesFromJson(
      R"({"Address":"0x10","ModuleName":"a","Symbol":[
          {"FileName":"/a.h","FunctionName":"get","Line":3,"Column":5},
          {"FileName":"/a.cpp","FunctionName":"main","Line":9,"Column":1}]})");
  ASSERT_EQ(places.size(), 2U);
  EXPECT_EQ(places[0].function, "get");
  EXPECT_EQ(places[1].file, "/a.cpp");
  EXPECT_EQ(places[1].line, 9U);
}

TEST(Symbolizer, UnknownAddressesHaveNoPlaces) {
  EXPECT_TRUE(placesFromJson(R"({"Address":"0x10","ModuleName":"a","Symbol":[
      {"FileName":"","FunctionName":"","Line":0,"Column":0}]})")
                  .empty());
  EXPECT_TRUE(placesFromJson(R"({"Error":{"Message":"no such file"}})").empty());
  EXPECT_TRUE(placesFromJson("garbage").empty());
}

TEST(Symbolizer, NamesGlobalsAndTheirParts) {
  const char* answer =
      R"({"Address":"0x1008","Data":{"Name":"bank::(anonymous namespace)::account","Size":"0x10","Start":"0x1000"}})";
  EXPECT_EQ(globalFromJson(answer, 0x1000), "bank::account");
  EXPECT_EQ(globalFromJson(answer, 0x1008), "bank::account+8");
  EXPECT_EQ(globalFromJson(R"({"Address":"0x1"})", 1), "");
  EXPECT_EQ(globalFromJson("", 1), "");
}

TEST(Symbolizer, WithoutAProgramEveryFrameIsUnknown) {
  LlvmSymbolizer symbolizer("", "/bin/true");
  const auto places = symbolizer.symbolize({{0x1000, "", 0}, {0x2000, "", 0}});
  ASSERT_EQ(places.size(), 2U);
  EXPECT_TRUE(places[0].empty());
}

} // namespace
} // namespace heddle::campaign
