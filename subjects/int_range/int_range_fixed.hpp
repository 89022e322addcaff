// SPDX-License-Identifier: Apache-2.0
// An immutable range of integers: the fixed twin of int_range.hpp.
//
// The code is computed in a local variable and published whole, in an atomic. Two callers may both compute it,
// and get the same.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <string>

namespace lang {

class IntRange {
public:
  explicit IntRange(int number) : minimum_(number), maximum_(number) {}
  IntRange(int first, int second)
      : minimum_(std::min(first, second)), maximum_(std::max(first, second)) {}

  int minimumInteger() const { return minimum_; }
  int maximumInteger() const { return maximum_; }
  long minimumLong() const { return minimum_; }
  long maximumLong() const { return maximum_; }
  double minimumDouble() const { return minimum_; }
  double maximumDouble() const { return maximum_; }

  // How many integers are in the range.
  long length() const { return maximumLong() - minimumLong() + 1; }

  bool containsInteger(int value) const { return value >= minimum_ && value <= maximum_; }
  bool containsLong(long value) const { return value >= minimum_ && value <= maximum_; }
  bool containsDouble(double value) const { return value >= minimum_ && value <= maximum_; }
  bool containsRange(const IntRange& other) const {
    return containsInteger(other.minimum_) && containsInteger(other.maximum_);
  }
  bool overlapsRange(const IntRange& other) const {
    return other.containsInteger(minimum_) || other.containsInteger(maximum_) ||
           containsInteger(other.minimum_);
  }

  // The nearest integer that is in the range.
  int clamp(int value) const { return std::clamp(value, minimum_, maximum_); }

  float minimumFloat() const { return static_cast<float>(minimum_); }
  float maximumFloat() const { return static_cast<float>(maximum_); }
  bool containsFloat(float value) const { return containsDouble(value); }

  bool isSingle() const { return minimum_ == maximum_; }
  bool isBefore(int value) const { return maximum_ < value; }
  bool isAfter(int value) const { return minimum_ > value; }
  double midpoint() const { return minimumDouble() / 2 + maximumDouble() / 2; }

  // How far a value is from the nearest one in the range.
  long distanceTo(int value) const {
    const long nearest = clamp(value);
    return nearest > value ? nearest - value : value - nearest;
  }

  // The smallest range that has both.
  IntRange expandedTo(int value) const {
    return {std::min(minimum_, value), std::max(maximum_, value)};
  }

  int compareTo(const IntRange& other) const {
    return minimum_ != other.minimum_ ? (minimum_ < other.minimum_ ? -1 : 1)
                                      : (maximum_ > other.maximum_) - (maximum_ < other.maximum_);
  }

  // Equal ranges have equal codes. Computed once, because ranges are used as keys.
  unsigned hashCode() const {
    unsigned hash = hash_.load(std::memory_order_relaxed);
    if (hash == 0) {
      hash = 17;
      hash = 37 * hash + kClassCode;
      hash = 37 * hash + static_cast<unsigned>(minimum_);
      hash = 37 * hash + static_cast<unsigned>(maximum_);
      hash_.store(hash, std::memory_order_relaxed);
    }
    assert(hash == computedHash());
    return hash;
  }

  std::string toString() const {
    return "Range[" + std::to_string(minimum_) + "," + std::to_string(maximum_) + "]";
  }

  bool operator==(const IntRange& other) const {
    return minimum_ == other.minimum_ && maximum_ == other.maximum_;
  }

private:
  static constexpr unsigned kClassCode = 0x52a7;

  unsigned computedHash() const {
    return 37 * (37 * (37 * 17 + kClassCode) + static_cast<unsigned>(minimum_)) +
           static_cast<unsigned>(maximum_);
  }

  int minimum_;
  int maximum_;
  mutable std::atomic<unsigned> hash_{0}; // 0: not computed yet
};

} // namespace lang
