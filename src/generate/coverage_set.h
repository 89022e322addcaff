// SPDX-License-Identifier: Apache-2.0
// Sets of method-call traces: the sequential coverage M(delta) of AutoConTest (Definition 2) and its improvement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::generate {

// A set of small numbers as bits. Trailing zero words are never stored, so equal sets have equal words.
class CoverageSet {
public:
  bool contains(std::uint32_t trace) const {
    return trace / 64 < words_.size() && (words_[trace / 64] >> (trace % 64) & 1) != 0;
  }
  void insert(std::uint32_t trace) {
    if (contains(trace))
      return;
    if (trace / 64 >= words_.size())
      words_.resize(trace / 64 + 1);
    words_[trace / 64] |= std::uint64_t{1} << (trace % 64);
    ++size_;
  }
  std::size_t size() const { return size_; }
  bool operator==(const CoverageSet&) const = default;
  bool isSubsetOf(const CoverageSet& other) const {
    if (size_ > other.size_ || words_.size() > other.words_.size())
      return false;
    for (std::size_t i = 0; i < words_.size(); ++i)
      if ((words_[i] & ~other.words_[i]) != 0)
        return false;
    return true;
  }

private:
  std::vector<std::uint64_t> words_;
  std::size_t size_ = 0;
};

} // namespace heddle::generate
