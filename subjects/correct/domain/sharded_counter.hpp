// SPDX-License-Identifier: Apache-2.0
// Counts in shards by thread; total() adds them up while other threads count.
// WRONG: a shard is incremented in two steps.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <thread>

class ShardedCounter {
public:
  ShardedCounter() = default;
  ShardedCounter(const ShardedCounter&) = delete;
  ShardedCounter& operator=(const ShardedCounter&) = delete;

  void add(unsigned shard) {
    std::atomic<unsigned>& mine = shards_[shard % shards_.size()];
#ifdef WRONG
    mine.store(mine.load() + 1);
#else
    mine.fetch_add(1);
#endif
  }

  unsigned total() const {
    unsigned sum = 0;
    for (const auto& shard : shards_)
      sum += shard.load();
    return sum;
  }

private:
  std::array<std::atomic<unsigned>, 2> shards_{};
};
