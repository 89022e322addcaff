// SPDX-License-Identifier: Apache-2.0
// Threads are really created by libstdc++ here, but pthread_create is ours: it only looks at what a thread would start with and
// runs it immediately. Their state lives in a small arena where the runtime expects the subject's heap.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <future>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <thread>
#include <vector>

#include "runtime/memory/layout.h"
#include "runtime/thread_kind.h"

namespace {

using heddle::runtime::kArena;
using heddle::runtime::kGranule;
using heddle::runtime::kindOfThread;
using heddle::runtime::kValidity;

constexpr std::size_t kArenaBytes = 1 << 20;
constexpr std::size_t kRedZone = 64;

std::vector<std::uint64_t> kinds; // of the threads created, in order
bool inArena;
std::size_t arenaUsed;

void* mapFixed(std::uintptr_t address, std::size_t bytes) {
  return mmap(reinterpret_cast<void*>(address),
              bytes,
              PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE,
              -1,
              0);
}

void* allocateInArena(std::size_t bytes) {
  std::size_t rounded = (bytes + 15) / 16 * 16;
  std::size_t offset = arenaUsed;
  arenaUsed += rounded + kRedZone;
  auto* validity = reinterpret_cast<std::uint8_t*>(kValidity);
  for (std::size_t i = 0; i < rounded; i += kGranule)
    validity[(offset + i) / kGranule] = kGranule;
  return reinterpret_cast<void*>(kArena + offset);
}

bool isOfArena(void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) - kArena < kArenaBytes;
}

} // namespace

void* operator new(std::size_t bytes) {
  void* memory = inArena ? allocateInArena(bytes) : std::malloc(bytes);
  if (memory == nullptr)
    throw std::bad_alloc();
  return memory;
}
void operator delete(void* pointer) noexcept {
  if (!isOfArena(pointer))
    std::free(pointer);
}
void operator delete(void* pointer, std::size_t) noexcept {
  operator delete(pointer);
}

extern "C" int pthread_create(pthread_t* handle,
                              const pthread_attr_t*,
                              void* (*start)(void*),
                              void* argument) noexcept {
  inArena = false;
  kinds.push_back(kindOfThread(start, argument));
  start(argument);
  inArena = true;
  *handle = kinds.size();
  return 0;
}
extern "C" int pthread_join(pthread_t, void**) {
  return 0;
}

namespace heddle::runtime {
namespace {

void* nothing(void* argument) {
  return argument;
}
void* nothingElse(void* argument) {
  return argument == nullptr ? &kinds : argument;
}

void use(int) {}
void misuse(int) {}

struct Worker {
  void work() {}
  void rest() {}
};

class ThreadKind : public testing::Test {
protected:
  static void SetUpTestSuite() {
    ASSERT_NE(mapFixed(kArena, kArenaBytes), MAP_FAILED);
    ASSERT_NE(mapFixed(kValidity, kArenaBytes / kGranule), MAP_FAILED);
  }
  static void TearDownTestSuite() {
    munmap(reinterpret_cast<void*>(kArena), kArenaBytes);
    munmap(reinterpret_cast<void*>(kValidity), kArenaBytes / kGranule);
  }
  void SetUp() override { kinds.clear(); }

  // The kinds of the threads that `create` starts.
  template <typename Create>
  static std::vector<std::uint64_t> kindsOf(Create create) {
    inArena = true;
    create();
    inArena = false;
    return kinds;
  }
};

TEST_F(ThreadKind, IsTheFunctionOfAPthreadWhateverItsArgument) {
  int number = 0;
  EXPECT_EQ(kindOfThread(nothing, nullptr), kindOfThread(nothing, &number));
  EXPECT_NE(kindOfThread(nothing, nullptr), kindOfThread(nothingElse, nullptr));
}

TEST_F(ThreadKind, IsTheFunctionOfAStdThreadWhateverItsArguments) {
  auto found = kindsOf([] {
    std::thread(use, 1).join();
    std::thread(use, 2).join();
    std::thread(misuse, 1).join();
  });
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0], found[1]);
  EXPECT_NE(found[0], found[2]);
}

TEST_F(ThreadKind, IsTheLambdaWhateverItCaptures) {
  int here = 0;
  int there = 0;
  auto found = kindsOf([&] {
    for (int* place : {&here, &there})
      std::thread([place] { *place = 1; }).join();
    std::thread([&here] { here = 2; }).join();
  });
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0], found[1]);
  EXPECT_NE(found[0], found[2]);
}

TEST_F(ThreadKind, IsTheMemberFunctionWhateverTheObject) {
  Worker one;
  Worker other;
  auto found = kindsOf([&] {
    std::thread(&Worker::work, &one).join();
    std::thread(&Worker::work, &other).join();
    std::thread(&Worker::rest, &one).join();
  });
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0], found[1]);
  EXPECT_NE(found[0], found[2]);
}

TEST_F(ThreadKind, IsTheCallableOfAsyncAndJthread) {
  auto found = kindsOf([] {
    std::async(std::launch::async, use, 1).get();
    std::async(std::launch::async, use, 2).get();
    std::async(std::launch::async, misuse, 1).get();
    std::jthread(use, 1).join();
    std::jthread(use, 2).join();
    std::jthread(misuse, 2).join();
  });
  ASSERT_EQ(found.size(), 6u);
  EXPECT_EQ(found[0], found[1]);
  EXPECT_NE(found[0], found[2]);
  EXPECT_EQ(found[3], found[4]);
  EXPECT_NE(found[3], found[5]);
}

} // namespace
} // namespace heddle::runtime
