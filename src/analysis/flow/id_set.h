// SPDX-License-Identifier: Apache-2.0
// Sets of small numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle::analysis::flow {

// A sorted vector: most sets have one to three members.
class IdSet {
public:
  // Whether it is new.
  bool insert(std::uint32_t id) {
    auto at = std::ranges::lower_bound(ids_, id);
    if (at != ids_.end() && *at == id)
      return false;
    ids_.insert(at, id);
    return true;
  }
  bool insert(const IdSet& other) {
    if (other.size() == 1)
      return insert(other.ids_.front());
    if (std::ranges::includes(ids_, other.ids_))
      return false;
    std::vector<std::uint32_t> both;
    std::ranges::set_union(ids_, other.ids_, std::back_inserter(both));
    ids_ = std::move(both);
    return true;
  }
  bool contains(std::uint32_t id) const { return std::ranges::binary_search(ids_, id); }
  std::size_t size() const { return ids_.size(); }
  bool empty() const { return ids_.empty(); }
  auto begin() const { return ids_.begin(); }
  auto end() const { return ids_.end(); }
  std::uint32_t front() const { return ids_.front(); }

private:
  std::vector<std::uint32_t> ids_;
};

class BitSet {
public:
  BitSet() = default;
  explicit BitSet(std::size_t size) : words_((size + 63) / 64) {}

  // Whether it is new.
  bool insert(std::size_t i) {
    std::uint64_t bit = std::uint64_t{1} << (i % 64);
    bool isNew = (words_[i / 64] & bit) == 0;
    words_[i / 64] |= bit;
    return isNew;
  }
  bool contains(std::size_t i) const {
    return i / 64 < words_.size() && (words_[i / 64] >> (i % 64) & 1) != 0;
  }

private:
  std::vector<std::uint64_t> words_;
};

} // namespace heddle::analysis::flow
