// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "report/words/message_text.h"
#include "report/words/object_text.h"

namespace heddle::report {
namespace {

using model::Message;
using model::MessageId;

constexpr MessageId kAll[] = {
#define HEDDLE_MESSAGE(name, text) MessageId::name,
#include "runtime/abi/messages.def"
#undef HEDDLE_MESSAGE
};

TEST(MessageText, EveryMessageHasWordsOfItsOwn) {
  std::set<std::string> seen;
  for (const MessageId id : kAll) {
    const std::string text =
        messageText({.id = id, .arguments = {"one", "two", "three", "four", "five", "six"}});
    EXPECT_EQ(text.empty(), id == MessageId::None) << abi::nameOf(id);
    EXPECT_TRUE(seen.insert(text).second) << text;
    EXPECT_EQ(text.find_first_of("{}"), std::string::npos) << text;
  }
}

TEST(MessageText, NumbersHaveTheirNoun) {
  const auto access = [](const char* bytes) {
    return messageText(
        {.id = MessageId::AccessOutsideBlock, .arguments = {"read", bytes, "8", "8"}});
  };
  EXPECT_EQ(access("1"), "read of 1 byte at offset 8 of a block of 8 bytes");
  EXPECT_EQ(access("4"), "read of 4 bytes at offset 8 of a block of 8 bytes");
}

TEST(MessageText, AMessageCanContainAnother) {
  const Message inner{.id = MessageId::OpensForWriting, .arguments = {"/tmp/a", "open"}};
  const Message outer = model::wrap(MessageId::NoObject, {"Log"}, inner);
  EXPECT_EQ(messageText(outer),
            "no object of Log can be made: the program opens '/tmp/a' for writing (open)");
}

TEST(MessageText, SurvivesTheWayToAnotherProcess) {
  const Message sent{.id = MessageId::UncaughtExceptionSays, .arguments = {"std::bad_alloc", ""}};
  Message received;
  ASSERT_TRUE(model::messageFromText(model::toText(sent), received));
  EXPECT_EQ(received, sent);
  EXPECT_FALSE(model::messageFromText("no-such-message", received));
}

TEST(MessageText, ErrorsOfFilesSayWhatTheSystemSays) {
  EXPECT_EQ(
      messageText({.id = MessageId::CannotUseFile, .arguments = {"write", "/full/disk", "28"}}),
      "cannot write /full/disk: No space left on device");
}

TEST(MessageText, LocksAreNamedByTheirOwner) {
  const auto nested = [](const char* whose, const char* name) {
    return messageText({.id = MessageId::NestingMissing,
                        .arguments = {"put()", whose, name, "own", "mutex_", "q.hpp:4"}});
  };
  EXPECT_EQ(nested("other", "mutex_"),
            "put() takes the other object's mutex_ while it holds mutex_, which its summary lacks, "
            "q.hpp:4");
  EXPECT_NE(nested("own", "16").find("takes lock at offset 16 while"), std::string::npos);
  EXPECT_NE(nested("outside", "").find("takes a lock outside the object while"), std::string::npos);
}

TEST(ObjectText, LocationsHaveNoOffsetsIntoStacks) {
  using model::Region;
  EXPECT_EQ(locationText({.region = Region::Stack, .number = 0, .offset = 120}), "a local of T0");
  EXPECT_EQ(locationText({.region = Region::ThreadLocal, .number = 12, .offset = 4}),
            "a thread_local of T12");
  EXPECT_EQ(locationText({.region = Region::Heap, .number = 3, .offset = 8}), "heap#3+8");
  EXPECT_EQ(locationText({.region = Region::Global, .offset = 0x40}), "a global");
}

TEST(ObjectText, ObjectsOfTheSameNameAreToldApart) {
  model::Object object;
  EXPECT_EQ(objectText(object), "");
  object.name = "m";
  object.location = {.region = model::Region::Heap, .number = 2};
  EXPECT_EQ(objectText(object), "m");
  object.isAmbiguous = true;
  EXPECT_EQ(objectText(object), "m (heap#2)");
  object.alias = "left";
  object.number = 2;
  EXPECT_EQ(objectText(object), "m (left, no. 2)");
}

} // namespace
} // namespace heddle::report
