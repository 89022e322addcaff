// SPDX-License-Identifier: Apache-2.0
// Keys in shards. count(), all() and clear() visit the shards one by one.
// WRONG: add() looks for the key in a copy of the whole index before it inserts.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <set>

class TwoLevelIndex {
public:
  TwoLevelIndex() = default;
  TwoLevelIndex(const TwoLevelIndex&) = delete;
  TwoLevelIndex& operator=(const TwoLevelIndex&) = delete;

  bool add(unsigned key) {
    Shard& shard = shards_[key % shards_.size()];
#ifdef WRONG
    if (all().contains(key))
      return false;
    std::lock_guard lock(shard.mutex);
    shard.keys.insert(key);
    return true;
#else
    std::lock_guard lock(shard.mutex);
    return shard.keys.insert(key).second;
#endif
  }

  bool erase(unsigned key) {
    Shard& shard = shards_[key % shards_.size()];
    std::lock_guard lock(shard.mutex);
    return shard.keys.erase(key) == 1;
  }

  std::size_t count() {
    std::size_t total = 0;
    for (Shard& shard : shards_) {
      std::lock_guard lock(shard.mutex);
      total += shard.keys.size();
    }
    return total;
  }

  std::set<unsigned> all() {
    std::set<unsigned> result;
    for (Shard& shard : shards_) {
      std::lock_guard lock(shard.mutex);
      result.insert(shard.keys.begin(), shard.keys.end());
    }
    return result;
  }

  std::size_t clear() {
    std::size_t removed = 0;
    for (Shard& shard : shards_) {
      std::lock_guard lock(shard.mutex);
      removed += shard.keys.size();
      shard.keys.clear();
    }
    return removed;
  }

private:
  struct Shard {
    std::mutex mutex;
    std::set<unsigned> keys;
  };
  std::array<Shard, 3> shards_;
};
