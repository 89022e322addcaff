// SPDX-License-Identifier: Apache-2.0
// A map in segments with a lock each, whose values are maps, after java.util.concurrent.ConcurrentHashMap of JDK 1.6
// (bug 7107115).
//
// Fault: clear(), putAll() and hashCode() lock one segment after the other. putAll() reads an entry, and puts it back
// after it was removed by clear().
// Fails: map.put(key, &map), then map.clear(), map.hashCode() | map.putAll(map): the map contains itself although it was
// cleared, and hashCode() recurses until the stack overflows.
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
    for (const Segment& segment : other.segments_)
      for (const auto& [key, value] : segment.copy())
        put(key, value);
  }

  void clear() {
    for (Segment& segment : segments_) {
      std::lock_guard lock(segment.mutex);
      segment.entries.clear();
    }
  }

  // Must not be called while the map contains itself, directly or through others.
  std::size_t hashCode() const {
    std::size_t code = 0;
    for (const Segment& segment : segments_)
      for (const auto& [key, value] : segment.copy())
        code += static_cast<std::size_t>(key) ^ value->hashCode(); // BUG
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
    std::map<int, Value> copy() const {
      std::lock_guard lock(mutex);
      return entries;
    }

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

  std::array<Segment, kSegments> segments_;
};

} // namespace util
