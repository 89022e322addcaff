// SPDX-License-Identifier: Apache-2.0
// A fixed hash table with a lock per bucket. update() is atomic for its key; forEach-like results are weak.
// WRONG: increment() reads and writes in two critical sections.
#pragma once

#include <array>
#include <mutex>
#include <utility>
#include <vector>

class HashBuckets {
public:
  HashBuckets() = default;
  HashBuckets(const HashBuckets&) = delete;
  HashBuckets& operator=(const HashBuckets&) = delete;

  int increment(unsigned key) {
#ifdef WRONG
    const int value = get(key) + 1;
    Bucket& bucket = bucketOf(key);
    std::lock_guard lock(bucket.mutex);
    return bucket.slot(key) = value;
#else
    Bucket& bucket = bucketOf(key);
    std::lock_guard lock(bucket.mutex);
    return ++bucket.slot(key);
#endif
  }

  int get(unsigned key) {
    Bucket& bucket = bucketOf(key);
    std::lock_guard lock(bucket.mutex);
    return bucket.slot(key);
  }

  // The sum over all keys; increments that run at the same time may be counted or not.
  long total() {
    long sum = 0;
    for (Bucket& bucket : buckets_) {
      std::lock_guard lock(bucket.mutex);
      for (const auto& [key, value] : bucket.entries)
        sum += value;
    }
    return sum;
  }

private:
  struct Bucket {
    std::mutex mutex;
    std::vector<std::pair<unsigned, int>> entries;

    int& slot(unsigned key) {
      for (auto& entry : entries)
        if (entry.first == key)
          return entry.second;
      return entries.emplace_back(key, 0).second;
    }
  };
  Bucket& bucketOf(unsigned key) { return buckets_[key % buckets_.size()]; }

  std::array<Bucket, 3> buckets_;
};
