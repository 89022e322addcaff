// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "build/unlinked.h"

namespace heddle::build {
namespace {

model::ClassModel queue() {
  using model::OperationKind;
  model::ClassModel subject;
  subject.shortName = "Queue";
  for (const char* name : {"Queue", "push", "pop", "drop"}) {
    model::OperationModel operation;
    operation.kind =
        subject.operations.empty() ? OperationKind::Constructor : OperationKind::Method;
    operation.name = name;
    subject.operations.push_back(operation);
  }
  return subject;
}

TEST(Unlinked, ThunksHaveTheirNumber) {
  const auto found = unlinkedOperations(
      "ld.lld: error: undefined symbol: app::Queue::drop(int)\n"
      ">>> referenced by queue.hpp:7\n"
      ">>>               /tmp/x.o:(void heddle::harness::run<heddle_generated::heddle_op_3, "
      "app::Queue>(void**))\n",
      queue());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].operation, 3u);
  EXPECT_EQ(found[0].symbol, "app::Queue::drop(int)");
}

TEST(Unlinked, MethodsAreFoundByTheirName) {
  const auto found = unlinkedOperations("ld.lld: error: undefined symbol: helper()\n"
                                        ">>> referenced by queue.hpp:9\n"
                                        ">>>               x.o:(app::Queue<int>::pop(int&))\n",
                                        queue());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].operation, 2u);
}

TEST(Unlinked, NothingIsDroppedForAnUnexplainedSymbol) {
  EXPECT_TRUE(unlinkedOperations("ld.lld: error: undefined symbol: helper()\n"
                                 ">>> referenced by other.cpp:9\n"
                                 ">>>               other.o:(other())\n"
                                 "ld.lld: error: undefined symbol: Queue::pop()\n"
                                 ">>>               x.o:(heddle_op_2)\n",
                                 queue())
                  .empty());
}

TEST(Unlinked, ClassWithoutItsLibraryIsNotTakenApart) {
  EXPECT_TRUE(unlinkedOperations("ld.lld: error: undefined symbol: Queue::Queue()\n"
                                 ">>>               x.o:(heddle_op_0)\n",
                                 queue())
                  .empty());
  EXPECT_TRUE(unlinkedOperations("clang++: error: linker command failed\n", queue()).empty());
}

} // namespace
} // namespace heddle::build
