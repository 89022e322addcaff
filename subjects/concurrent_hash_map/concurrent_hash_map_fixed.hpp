// SPDX-License-Identifier: Apache-2.0
// A map in segments with a lock each, whose values are maps: the fixed twin of concurrent_hash_map.hpp.
//
// clear(), putAll() and hashCode() lock the whole map. A thread that locks several maps first takes the one lock that
// covers all maps, so that two such threads cannot block each other.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

namespace util {

class ConcurrentHashMap {
public:
  using Value = const ConcurrentHashMap*;

  ConcurrentHashMap() = default;
  ConcurrentHashMap(const ConcurrentHashMap&) = delete;
  ConcurrentHashMap& operator=(const ConcurrentHashMap&) = delete;

  // Values are not owned and must outlive the map. Returns the previous value; null: there was none.
  Value put(int key, Value value) {
    if (value == nullptr)
      throw std::invalid_argument("ConcurrentHashMap: no value");
    Segment& segment = segmentOf(key);
    std::lock_guard lock(segment.mutex);
    return std::exchange(segment.entries[key], value);
  }

  void putAll(const ConcurrentHashMap& other) {
    std::lock_guard severalLock(severalMaps_);
    AllSegments lock(*this);
    AllSegments otherLock(other);
    for (const Segment& segment : other.segments_)
      for (const auto& [key, value] : segment.entries)
        put(key, value);
  }

  void clear() {
    AllSegments lock(*this);
    for (Segment& segment : segments_)
      segment.entries.clear();
  }

  // Must not be called while the map contains itself, directly or through others.
  std::size_t hashCode() const {
    std::lock_guard severalLock(severalMaps_);
    AllSegments lock(*this);
    std::size_t code = 0;
    for (const Segment& segment : segments_)
      for (const auto& [key, value] : segment.entries)
        code += static_cast<std::size_t>(key) ^ value->hashCode();
    return code;
  }

  Value get(int key) const {
    const Segment& segment = segmentOf(key);
    std::lock_guard lock(segment.mutex);
    auto found = segment.entries.find(key);
    return found == segment.entries.end() ? nullptr : found->second;
  }

  bool containsKey(int key) const { return get(key) != nullptr; }

  bool containsValue(Value value) const {
    AllSegments lock(*this);
    for (const Segment& segment : segments_)
      for (const auto& entry : segment.entries)
        if (entry.second == value)
          return true;
    return false;
  }

  bool putIfAbsent(int key, Value value) {
    if (value == nullptr)
      throw std::invalid_argument("ConcurrentHashMap: no value");
    Segment& segment = segmentOf(key);
    std::lock_guard lock(segment.mutex);
    return segment.entries.try_emplace(key, value).second;
  }

  bool remove(int key) {
    Segment& segment = segmentOf(key);
    std::lock_guard lock(segment.mutex);
    return segment.entries.erase(key) > 0;
  }

  // Removes a key if it has this value.
  bool remove(int key, Value value) {
    Segment& segment = segmentOf(key);
    std::lock_guard lock(segment.mutex);
    auto found = segment.entries.find(key);
    if (found == segment.entries.end() || found->second != value)
      return false;
    segment.entries.erase(found);
    return true;
  }

  // Changes the value of a key that is there.
  bool replace(int key, Value value) {
    if (value == nullptr)
      throw std::invalid_argument("ConcurrentHashMap: no value");
    Segment& segment = segmentOf(key);
    std::lock_guard lock(segment.mutex);
    auto found = segment.entries.find(key);
    if (found == segment.entries.end())
      return false;
    found->second = value;
    return true;
  }

  std::size_t size() const {
    AllSegments lock(*this);
    std::size_t count = 0;
    for (const Segment& segment : segments_)
      count += segment.entries.size();
    return count;
  }

  bool isEmpty() const { return size() == 0; }

  std::vector<int> keys() const {
    AllSegments lock(*this);
    std::vector<int> keys;
    for (const Segment& segment : segments_)
      for (const auto& entry : segment.entries)
        keys.push_back(entry.first);
    return keys;
  }

private:
  static constexpr std::size_t kSegments = 2;

  struct Segment {
    mutable std::recursive_mutex mutex;
    std::map<int, Value> entries;
  };

  // Locks the whole map.
  class AllSegments {
  public:
    explicit AllSegments(const ConcurrentHashMap& map) : segments_(map.segments_) {
      for (const Segment& segment : segments_)
        segment.mutex.lock();
    }
    ~AllSegments() {
      for (const Segment& segment : segments_)
        segment.mutex.unlock();
    }
    AllSegments(const AllSegments&) = delete;
    AllSegments& operator=(const AllSegments&) = delete;

  private:
    const std::array<Segment, kSegments>& segments_;
  };

  Segment& segmentOf(int key) { return segments_[static_cast<unsigned>(key) % kSegments]; }
  const Segment& segmentOf(int key) const {
    return segments_[static_cast<unsigned>(key) % kSegments];
  }

  static inline std::recursive_mutex severalMaps_;

  std::array<Segment, kSegments> segments_;
};

} // namespace util
