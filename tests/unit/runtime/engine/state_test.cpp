// SPDX-License-Identifier: Apache-2.0
// Hashes of states and memory, held locks, words for addresses, leaks.
#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "execution.h"
#include "runtime/digest.h"
#include "runtime/held_locks.h"
#include "runtime/memory/arena.h"
#include "runtime/memory/object_state.h"
#include "subject.h"

namespace heddle::runtime::test {
namespace {

struct Node {
  std::uint64_t value = 0;
  Node* next = nullptr;
};

// The state of a list with these values that is built with `garbage` other blocks in between.
std::uint64_t stateOfList(const std::vector<std::uint64_t>& values, unsigned garbage = 0) {
  std::uint64_t state = 0;
  execute([&] {
    Node* first = nullptr;
    for (std::uint64_t value : values) {
      for (unsigned i = 0; i < garbage; ++i)
        subjectNew<Node>({.value = i});
      first = &subjectNew<Node>({.value = value, .next = first});
    }
    auto root = reinterpret_cast<std::uintptr_t>(first);
    state = hashState(&root, 1);
  });
  return state;
}

TEST(ObjectState, DependsOnWhatIsReachable) {
  EXPECT_EQ(stateOfList({1, 2, 3}), stateOfList({1, 2, 3}));
  EXPECT_NE(stateOfList({1, 2, 3}), stateOfList({1, 2, 4}));
  EXPECT_NE(stateOfList({1, 2, 3}), stateOfList({2, 3}));
}

TEST(ObjectState, DoesNotDependOnWhereBlocksLie) {
  EXPECT_EQ(stateOfList({1, 2, 3}, 5), stateOfList({1, 2, 3}));
}

TEST(ObjectState, TellsSharedBlocksFromEqualOnes) {
  auto state = [](bool shared) {
    std::uint64_t hash = 0;
    execute([&] {
      Node& first = subjectNew<Node>();
      Node& second = subjectNew<Node>();
      std::uintptr_t roots[] = {
          reinterpret_cast<std::uintptr_t>(&first),
          reinterpret_cast<std::uintptr_t>(shared ? &first : &second),
      };
      hash = hashState(roots, 2);
    });
    return hash;
  };
  EXPECT_NE(state(true), state(false));
}

TEST(ObjectState, ACycleEnds) {
  std::uint64_t state = 0;
  Ended ended = execute([&] {
    Node& node = subjectNew<Node>();
    node.next = &node;
    auto root = reinterpret_cast<std::uintptr_t>(&node);
    state = hashState(&root, 1);
  });
  EXPECT_TRUE(ended.isFine());
  EXPECT_NE(state, 0u);
}

TEST(ObjectState, GlobalVariablesOfTheSubjectCount) {
  auto state = [](int value) {
    std::uint64_t hash = 0;
    execute([&] {
      subjectGlobal = value;
      hash = hashState(nullptr, 0);
    });
    return hash;
  };
  EXPECT_NE(state(1), state(2));
  EXPECT_EQ(state(1), state(1));
}

std::uint64_t digestOf(const void* memory, std::size_t bytes) {
  Digest digest;
  digest.add(memory, bytes);
  return digest.value();
}

TEST(Digest, DependsOnEveryByte) {
  char memory[75] = {};
  std::set<std::uint64_t> values{digestOf(memory, sizeof memory)};
  for (char& byte : memory) {
    byte = 1;
    EXPECT_TRUE(values.insert(digestOf(memory, sizeof memory)).second);
    byte = 0;
  }
  EXPECT_EQ(values.size(), 76u);
}

TEST(Digest, DependsOnTheOrderOfWords) {
  std::uint64_t oneTwo[] = {1, 2};
  std::uint64_t twoOne[] = {2, 1};
  EXPECT_NE(digestOf(oneTwo, sizeof oneTwo), digestOf(twoOne, sizeof twoOne));
  std::uint64_t far[] = {1, 0, 0, 0, 2};
  std::uint64_t farSwapped[] = {2, 0, 0, 0, 1};
  EXPECT_NE(digestOf(far, sizeof far), digestOf(farSwapped, sizeof farSwapped));
}

TEST(HeldLocks, AreThoseNotYetUnlockedInTheOrderOfLocking) {
  std::vector<std::uintptr_t> held;
  pthread_mutex_t* mutexes = nullptr;
  execute([&] {
    mutexes = static_cast<pthread_mutex_t*>(allocateForSubject(3 * sizeof(pthread_mutex_t)));
    std::memset(mutexes, 0, 3 * sizeof(pthread_mutex_t));
    for (int i = 0; i < 3; ++i)
      pthread_mutex_lock(&mutexes[i]);
    pthread_mutex_unlock(&mutexes[1]);
    HeldLock locks[4];
    unsigned count = heldLocks(locks, 4);
    for (unsigned i = 0; i < count; ++i)
      held.push_back(locks[i].address);
  });
  EXPECT_EQ(held,
            (std::vector<std::uintptr_t>{reinterpret_cast<std::uintptr_t>(&mutexes[0]),
                                         reinterpret_cast<std::uintptr_t>(&mutexes[2])}));
}

TEST(HeldLocks, BelongToTheirThread) {
  bool mine = true;
  bool others = false;
  execute([&] {
    auto& mutex = subjectNew<pthread_mutex_t>(PTHREAD_MUTEX_INITIALIZER);
    auto address = reinterpret_cast<std::uintptr_t>(&mutex);
    Thread other([&] {
      pthread_mutex_lock(&mutex);
      letRun(0);
      pthread_mutex_unlock(&mutex);
    });
    letRun(other);
    mine = holdsLock(0, address);
    others = holdsLock(other.id(), address);
    other.join();
  });
  EXPECT_FALSE(mine);
  EXPECT_TRUE(others);
}

TEST(HeldLocks, BeyondThe32ndAreLeftOutAndNothingElseHappens) {
  unsigned count = 0;
  Ended ended = execute([&] {
    auto* mutexes = static_cast<pthread_mutex_t*>(allocateForSubject(40 * sizeof(pthread_mutex_t)));
    std::memset(mutexes, 0, 40 * sizeof(pthread_mutex_t));
    for (int i = 0; i < 40; ++i)
      pthread_mutex_lock(&mutexes[i]);
    HeldLock locks[64];
    count = heldLocks(locks, 64);
    for (int i = 0; i < 40; ++i)
      pthread_mutex_unlock(&mutexes[i]);
  });
  EXPECT_TRUE(ended.isFine()) << ended.message();
  EXPECT_EQ(count, 32u);
}

abi::MemoryLocation locationOf(const void* address) {
  return locate(reinterpret_cast<std::uintptr_t>(address));
}

TEST(Locate, HeapBlocksHaveANumberAndAnOffset) {
  abi::MemoryLocation start;
  abi::MemoryLocation inside;
  abi::MemoryLocation next;
  execute([&] {
    Node& node = subjectNew<Node>();
    start = locationOf(&node);
    inside = locationOf(&node.next);
    next = locationOf(&subjectNew<Node>());
  });
  EXPECT_EQ(start.region, abi::Region::Heap);
  EXPECT_EQ(inside.number, start.number);
  EXPECT_EQ(inside.offset, start.offset + 8);
  EXPECT_NE(next.number, start.number);
}

TEST(Locate, TellsGlobalsStacksAndNullApart) {
  abi::MemoryLocation stack;
  abi::MemoryLocation global;
  execute([&] {
    Thread other([&] {
      int local = 0;
      stack = locationOf(&local);
    });
    other.join();
    global = locationOf(&subjectGlobal);
  });
  EXPECT_EQ(stack.region, abi::Region::Stack);
  EXPECT_EQ(stack.number, 1u);
  EXPECT_EQ(global.region, abi::Region::Global);
  EXPECT_EQ(locationOf(nullptr), abi::MemoryLocation());
}

// Ends with a block that another one points to, or not; a key leads to the other one.
Ended endWithTwoBlocks(bool linked) {
  return execute(
      [=] {
        Node& inner = subjectNew<Node>();
        Node& outer = subjectNew<Node>({.next = linked ? &inner : nullptr});
        pthread_key_t key;
        pthread_key_create(&key, nullptr);
        pthread_setspecific(key, &outer);
      },
      with(&Options::detectLeaks));
}

TEST(Leak, ABlockThatNothingPointsToIsLost) {
  Ended ended = endWithTwoBlocks(false);
  EXPECT_EQ(ended.outcome.kind, FailureKind::Leak);
}

TEST(Leak, ABlockThatABlockPointsToIsNotLost) {
  Ended ended = endWithTwoBlocks(true);
  EXPECT_TRUE(ended.isFine()) << ended.message();
}

} // namespace
} // namespace heddle::runtime::test
