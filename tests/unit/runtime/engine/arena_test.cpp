// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>

#include "execution.h"
#include "runtime/memory/arena.h"
#include "runtime/memory/system_heap.h"
#include "subject.h"

namespace heddle::runtime::test {
namespace {

char* allocate(std::size_t bytes, std::size_t alignment = 16) {
  return static_cast<char*>(arenaAllocate(bytes, alignment, AllocationFamily::Malloc));
}
void release(void* memory) {
  arenaFree(memory, AllocationFamily::Malloc);
}
std::uintptr_t addressOf(const void* memory) {
  return reinterpret_cast<std::uintptr_t>(memory);
}

// How an execution ends that reads one byte `offset` bytes after the start of a block of `size` bytes.
Ended readAt(std::size_t size, long offset) {
  return execute([=] {
    char* block = allocate(size);
    announceRead(siteAt(__LINE__, 1), block + offset);
  });
}

TEST(Arena, EveryByteOfABlockMayBeReadAndNoOther) {
  EXPECT_TRUE(readAt(13, 0).isFine());
  EXPECT_TRUE(readAt(13, 12).isFine());
  EXPECT_EQ(readAt(13, 13).outcome.kind, FailureKind::HeapOverflow);
  EXPECT_EQ(readAt(13, -1).outcome.kind, FailureKind::HeapOverflow);
  EXPECT_EQ(readAt(16, 16).outcome.kind, FailureKind::HeapOverflow);
}

TEST(Arena, AnOverflowNamesTheAddressAndWhoAllocatedTheBlock) {
  char* block = nullptr;
  Ended ended = execute([&] {
    Thread other([&] { block = allocate(13); });
    other.join();
    announceRead(siteAt(__LINE__, 1), block + 13);
  });
  EXPECT_EQ(ended.outcome.kind, FailureKind::HeapOverflow);
  EXPECT_EQ(ended.outcome.address, addressOf(block + 13));
  EXPECT_EQ(ended.outcome.relatedThread, 1);
}

TEST(Arena, ALongRangeIsCheckedToItsEnd) {
  auto writeRange = [](std::size_t bytes) {
    return execute([=] {
             char* block = allocate(1000);
             announceRange(siteAt(__LINE__, 8), block, bytes, true);
           })
        .outcome.kind;
  };
  EXPECT_EQ(writeRange(1000), FailureKind::None);
  EXPECT_EQ(writeRange(1001), FailureKind::HeapOverflow);
}

TEST(Arena, ALongRangeMayNotReachFromOneBlockIntoTheNext) {
  Ended ended = execute([] {
    char* first = allocate(64);
    char* second = allocate(64);
    announceRange(siteAt(__LINE__, 8), first, static_cast<std::size_t>(second + 64 - first), false);
  });
  EXPECT_EQ(ended.outcome.kind, FailureKind::HeapOverflow);
}

TEST(Arena, WhatIsFreedMayNotBeTouched) {
  Ended ended = execute([] {
    char* block = allocate(8);
    Thread other([&] { release(block); });
    other.join();
    write(*block, 'x');
  });
  EXPECT_EQ(ended.outcome.kind, FailureKind::UseAfterFree);
  EXPECT_EQ(ended.outcome.relatedThread, 1) << "the thread that freed it";
}

TEST(Arena, ABlockIsFreedOnce) {
  Ended ended = execute([] {
    char* block = allocate(8);
    release(block);
    release(block);
  });
  EXPECT_EQ(ended.outcome.kind, FailureKind::DoubleFree);
}

TEST(Arena, OnlyTheStartOfABlockCanBeFreed) {
  Ended ended = execute([] { release(allocate(64) + 16); });
  EXPECT_EQ(ended.outcome.kind, FailureKind::BadFree);
}

TEST(Arena, DeleteOfWhatMallocGaveIsABadFree) {
  Ended ended = execute([] { arenaFree(allocate(8), AllocationFamily::New); });
  EXPECT_EQ(ended.outcome.kind, FailureKind::BadFree);
}

TEST(Arena, FreeingTheMemoryOfALockedMutexIsMisuse) {
  Ended ended = execute([] {
    auto* mutex = new (allocate(sizeof(pthread_mutex_t))) pthread_mutex_t PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(mutex);
    release(mutex);
  });
  EXPECT_EQ(ended.outcome.kind, FailureKind::LockMisuse);
}

TEST(Arena, MemoryIsNotReusedUnlessItIsAskedFor) {
  auto comesBack = [](bool reuse) {
    bool same = false;
    execute(
        [&] {
          char* first = allocate(24);
          release(first);
          same = allocate(24) == first;
        },
        with(&Options::reuseHeap, reuse));
    return same;
  };
  EXPECT_FALSE(comesBack(false));
  EXPECT_TRUE(comesBack(true));
}

TEST(Arena, TheBlockFreedLastIsReusedFirst) {
  bool lastFirst = false;
  execute(
      [&] {
        char* a = allocate(24);
        char* b = allocate(24);
        release(a);
        release(b);
        lastFirst = allocate(24) == b && allocate(24) == a;
      },
      with(&Options::reuseHeap));
  EXPECT_TRUE(lastFirst);
}

TEST(Arena, ABlocksAddressDependsOnItsThreadAndNotOnTheOrder) {
  std::uintptr_t address = 0;
  auto allocateInBothThreads = [&](bool mainFirst) {
    execute([&, mainFirst] {
      Thread other([&] { address = addressOf(allocate(8)); });
      if (mainFirst)
        allocate(8);
      other.join();
      allocate(8);
    });
    return address;
  };
  std::uintptr_t whenFirst = allocateInBothThreads(false);
  EXPECT_EQ(allocateInBothThreads(true), whenFirst);
}

TEST(Arena, AddressesAreTheSameInEveryExecution) {
  std::uintptr_t first = 0;
  std::uintptr_t second = 1;
  execute([&] { first = addressOf(allocate(100)); });
  execute([&] { second = addressOf(allocate(100)); });
  EXPECT_EQ(first, second);
}

TEST(Arena, AlignmentIsKept) {
  std::uintptr_t address = 1;
  execute([&] {
    allocate(1);
    address = addressOf(allocate(8, 4096));
  });
  EXPECT_EQ(address % 4096, 0u);
}

TEST(Arena, FreshMemoryIsNotZero) {
  int content = 0;
  execute([&] { content = *allocate(1); });
  EXPECT_NE(content, 0) << "a program that relies on it must be seen to fail";
}

TEST(Arena, ABlockLargerThanAThreadsExtentIsServed) {
  Ended ended = execute([] {
    char* block = allocate(std::size_t{5} << 20);
    announceRead(siteAt(__LINE__, 1), block + (std::size_t{5} << 20) - 1);
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
}

TEST(Arena, MoreThanMostMachinesHaveIsNull) {
  const void* block = &block;
  execute([&] { block = allocate(std::size_t{65} << 30); });
  EXPECT_EQ(block, nullptr);
}

TEST(Arena, ANullPointerPlusAnOffsetIsACrash) {
  Ended ended = execute([] { announceRead(siteAt(__LINE__, 4), reinterpret_cast<int*>(8)); });
  EXPECT_EQ(ended.outcome.kind, FailureKind::Crash);
  EXPECT_EQ(ended.outcome.address, 8u);
}

TEST(Arena, TheEnginesOwnMemoryIsNoOnesToTouch) {
  Ended ended = execute([] { announceRead(siteAt(__LINE__, 4), reinterpret_cast<int*>(kBlocks)); });
  EXPECT_EQ(ended.outcome.kind, FailureKind::Crash);
}

TEST(Allocator, TheCallerDecidesWhoseHeapServesIt) {
  bool subjects = false;
  bool engines = true;
  execute([&] {
    subjects = isInArena(addressOf(subjectMalloc(8)));
    void* mine = malloc(8); // NOLINT: by code of the engine's library
    engines = isInArena(addressOf(mine));
    free(mine); // NOLINT
  });
  EXPECT_TRUE(subjects);
  EXPECT_FALSE(engines);
}

TEST(Allocator, ReallocKeepsTheContentAndFreesTheOldBlock) {
  std::string content;
  Ended ended = execute([&] {
    auto* block = static_cast<char*>(subjectMalloc(6));
    std::strcpy(block, "hello");
    auto* larger = static_cast<char*>(subjectRealloc(block, 600));
    content = larger;
    announceRead(siteAt(__LINE__, 1), block);
  });
  EXPECT_EQ(content, "hello");
  EXPECT_EQ(ended.outcome.kind, FailureKind::UseAfterFree);
}

TEST(Allocator, CallocGivesZeroesAndRefusesWhatOverflows) {
  int sum = 1;
  const void* overflowing = &sum;
  execute([&] {
    const auto* zeroes = static_cast<const char*>(subjectCalloc(3, 5));
    sum = 0;
    for (int i = 0; i < 15; ++i)
      sum |= zeroes[i];
    overflowing = subjectCalloc(~std::size_t{0}, 16);
  });
  EXPECT_EQ(sum, 0);
  EXPECT_EQ(overflowing, nullptr);
}

TEST(Allocator, FreeOfWhatIsNoHeapIsABadFree) {
  Ended ended = execute([] { subjectFree(&subjectGlobal); });
  EXPECT_EQ(ended.outcome.kind, FailureKind::BadFree);
}

TEST(SystemHeap, WhatIsFreedIsGivenOutAgain) {
  void* first = systemAllocate(100, 16);
  systemFree(first);
  EXPECT_EQ(systemAllocate(100, 16), first);
  systemFree(first);
}

TEST(SystemHeap, BlocksAreAlignedAndAsLargeAsTheySay) {
  void* block = systemAllocate(100, 256);
  EXPECT_EQ(addressOf(block) % 256, 0u);
  EXPECT_GE(systemSize(block), 100u);
  std::memset(block, 1, systemSize(block));
  void* next = systemAllocate(100, 256);
  EXPECT_GE(addressOf(next) - addressOf(block), 100u);
  systemFree(block);
  systemFree(next);
}

TEST(World, DataOfTheSubjectIsRestoredBeforeEachExecution) {
  int before = 0;
  execute([] { subjectGlobal = 99; });
  execute([&] { before = subjectGlobal; });
  EXPECT_EQ(before, 7);
}

} // namespace
} // namespace heddle::runtime::test
