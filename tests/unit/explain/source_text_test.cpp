// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "explain/source_text.h"

namespace heddle::explain {
namespace {

// `at` marks the place in the line whose column is asked for.
std::string objectIn(const std::string& line, const std::string& at) {
  return objectAt(line, static_cast<unsigned>(line.find(at) + 1));
}

TEST(ObjectAt, ReceiverOfAMemberCall) {
  EXPECT_EQ(objectIn("  mutex_.lock();", "lock"), "mutex_");
  EXPECT_EQ(objectIn("  queue->mutex.lock();", "lock"), "queue->mutex");
  EXPECT_EQ(objectIn("  all[i].lock();", "lock"), "all[i]");
  EXPECT_EQ(objectIn("  return this->hits.load();", "load"), "this->hits");
  EXPECT_EQ(objectIn("  if (done.load()) stop();", "load"), "done");
}

TEST(ObjectAt, ArgumentOfALock) {
  EXPECT_EQ(objectIn("std::lock_guard<std::mutex> guard(a.m);", "guard("), "a.m");
  EXPECT_EQ(objectIn("std::unique_lock guard{mutex};", "guard{"), "mutex");
  EXPECT_EQ(objectIn("pthread_mutex_lock(&m);", "pthread"), "m");
  EXPECT_EQ(objectIn("pthread_cond_wait(&ready, &m);", "pthread"), "ready");
}

TEST(ObjectAt, OperandOfAnOperator) {
  EXPECT_EQ(objectIn("  hits_++;", "++"), "hits_");
  EXPECT_EQ(objectIn("  ++hits_;", "++"), "hits_");
  EXPECT_EQ(objectIn("  node->count += 2;", "+="), "node->count");
  EXPECT_EQ(objectIn("  flag = true;", "="), "flag");
  EXPECT_EQ(objectIn("  while (flag) {}", "flag"), "flag");
}

TEST(ObjectAt, WhatDeleteDeletes) {
  EXPECT_EQ(objectIn("  delete node->next;", "delete"), "node->next");
  EXPECT_EQ(objectIn("  delete[] items;", "delete"), "items");
  EXPECT_EQ(objectIn("  delete head.exchange(nullptr);", "delete"), "");
}

TEST(ObjectAt, QualifierIsNoObject) {
  EXPECT_EQ(objectIn("  std::erase_if(items_, isOld);", "std"), "");
  EXPECT_EQ(objectIn("  std::atomic_load(&flag);", "std"), "flag");
}

TEST(ObjectAt, SaysNothingWhenTheTextDoesNot) {
  EXPECT_EQ(objectIn("std::scoped_lock both(a, b);", "both"), "");
  EXPECT_EQ(objectIn("run(find(x).name());", "run"), "");
  EXPECT_EQ(objectAt("short", 99), "");
  EXPECT_EQ(objectAt("", 1), "");
  EXPECT_EQ(objectAt("x", 0), "");
  EXPECT_EQ(objectIn("wait(5);", "wait"), "");
  EXPECT_EQ(objectIn("return (x);", "return"), "");
}

} // namespace
} // namespace heddle::explain
