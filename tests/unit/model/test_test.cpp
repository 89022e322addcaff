// SPDX-License-Identifier: Apache-2.0
#include "model/test.h"

#include <gtest/gtest.h>

#include "model/classes/class_model.h"
#include "model/test_source.h"

namespace heddle::model {
namespace {

TEST(Test, RoundTripsThroughText) {
  for (const char* text : {"0(1,2) 3() / 4(0) | 5()@1 / 6()",
                           "0() / 1() | 1() | 2() / ",
                           "0() 0()@1 / 3()@1 4() | 2() / 5() 6()@1"}) {
    const Result<model::Test> test = testFromText(text);
    ASSERT_TRUE(test) << test.error().message;
    const Result<model::Test> again = testFromText(toText(*test));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, *test);
  }
}

TEST(Test, PartsAreInTheirPlaces) {
  const Result<model::Test> test = testFromText("0(1,2) 3() / 4(0) | 5()@1 / 6()");
  ASSERT_TRUE(test);
  EXPECT_EQ(test->prefix.size(), 2U);
  EXPECT_EQ(test->prefix[0].choices, (std::vector<std::uint16_t>{1, 2}));
  ASSERT_EQ(test->suffixes.size(), 2U);
  EXPECT_EQ(test->suffixes[1][0].operation, 5);
  EXPECT_EQ(test->suffixes[1][0].receiver, 1);
  EXPECT_EQ(test->epilogue.size(), 1U);
}

TEST(Test, GarbageIsAnError) {
  for (const char* text : {"",
                           "0()",
                           "0() / 1() | ",
                           "x / y / z",
                           "0() / 1( / 2()",
                           "0(1,) / / ",
                           "0() / 1() / 2() / 3()"})
    EXPECT_TRUE(!testFromText(text) || toText(*testFromText(text)) != text) << text;
}

TEST(TestSource, RoundTripIsExact) {
  TestSource source;
  source.prefix = {"Queue $0(4)", "int out$n = 1;\n$0.pop(out$n)"};
  source.suffixes = {{"$0.push(\"a \\\"b\\\"\")"}, {}};
  source.epilogue = {"$0.size()"};
  const auto parsed = testSourceFromText(toText(source));
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(*parsed, source);
}

TEST(ClassModel, RoundTripIsExact) {
  ClassModel model;
  model.name = "app::Queue<int>";
  model.shortName = "Queue";
  model.header = "\"queue.hpp\"";
  model.file = "/src/queue.hpp";
  model.line = 3;
  model.operations.resize(2);
  model.operations[1] = {.kind = OperationKind::StaticMethod,
                         .name = "limit",
                         .signature = "limit()",
                         .then = "reset",
                         .result = "std::size_t",
                         .file = "/src/queue.hpp",
                         .line = 9,
                         .isConst = false,
                         .hasBody = false,
                         .symbol = "_ZN3app5QueueIiE5limitEv",
                         .unsupported = {.id = MessageId::Variadic}};
  model.leftOut = {{.kind = ClassModel::MemberKind::MemberTemplate,
                    .what = "each(F)",
                    .why = {.id = MessageId::OwnTemplate}}};
  model.includes = {"<string>", "<vector>"};
  model.supportCode = "struct Stub {\n};\n";
  model.notes = {{.id = MessageId::DestructorNotPublic}};
  const auto parsed = classModelFromText(toText(model));
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(toText(*parsed), toText(model));
  EXPECT_EQ(parsed->operations[1].result, "std::size_t");
  EXPECT_EQ(parsed->leftOut[0].why.id, MessageId::OwnTemplate);
}

} // namespace
} // namespace heddle::model
