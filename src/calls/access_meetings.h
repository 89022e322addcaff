// SPDX-License-Identifier: Apache-2.0
// Detects calls that do what the relations of their methods rule out (analysis/relations.h). Calls that run from one
// state find the same objects at the same addresses. So if one of them writes a byte that another accesses, the two
// conflict, and unless both hold one lock over all such accesses they can run in parallel. This needs no names, types
// or aliases.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "analysis/relations.h"
#include "runtime/abi/site.h"

namespace heddle::calls {

class MethodSet {
public:
  static constexpr std::size_t kMost = 256; // methods of a class that has more are not watched

  void insert(std::size_t method) { words_[method / 64] |= bit(method); }
  void erase(std::size_t method) { words_[method / 64] &= ~bit(method); }
  bool contains(std::size_t method) const { return (words_[method / 64] & bit(method)) != 0; }
  bool meets(const MethodSet& other) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      if ((words_[i] & other.words_[i]) != 0)
        return true;
    return false;
  }

private:
  static std::uint64_t bit(std::size_t method) { return std::uint64_t{1} << (method % 64); }
  std::array<std::uint64_t, kMost / 64> words_{};
};

// Locks by number, at most kMost of them.
struct LockMask {
  static constexpr unsigned kMost = 32;
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0}; // too many: as if all were held

  std::uint32_t any = 0, exclusive = 0;
  // Locks that exclude the two from each other; two readers do not exclude each other.
  std::uint32_t commonWith(const LockMask& other) const {
    return (any & other.exclusive) | (exclusive & other.any);
  }
  bool operator==(const LockMask&) const = default;
};

// What a call held at one moment.
struct HeldLocks {
  LockMask mask;
  std::uint32_t again = 0;                            // those that it had released before
  std::array<std::uint64_t, LockMask::kMost> taken{}; // when, by number
};

// Eight bytes that a call accessed.
struct MethodAccess {
  std::uintptr_t granule;
  std::uint8_t read, written; // which bytes
  const HeldLocks* held;
  const abi::SiteRecord* site;
};

// Two methods that access the same byte, one of them writing it.
struct Meeting {
  std::size_t first, second;
  const abi::SiteRecord* firstSite;
  const abi::SiteRecord* secondSite;
  bool firstWrites, secondWrites;
  bool
      isGuarded; // this one is under a lock of both, but no lock is held over everything that meets
};

class AccessMeetings {
public:
  using Tell = std::function<void(const Meeting& meeting)>;

  // Reports meetings that `relations` rule out: of methods without conflict, and of methods that are not parallel
  // outside their lock. Each pair once.
  AccessMeetings(std::size_t methods, const std::vector<analysis::Relation>& relations, Tell tell);

  // Calls that are added from now on begin in another state.
  void beginState();
  // `exchanged`: as it would be with the objects exchanged. Then only accesses without any common lock are reported:
  // locks of one object are not meant to make calls on two of them atomic.
  void add(std::size_t method, std::span<const MethodAccess> accesses, bool exchanged = false);

  // For two calls that ran in parallel, wherever they began.
  bool isRuledOut(std::size_t first, std::size_t second) const {
    return ruledOut_[first].contains(second);
  }
  bool hasNoConflict(std::size_t first, std::size_t second) const {
    return noConflict_[first].contains(second);
  }
  // Not reported again.
  void forget(std::size_t first, std::size_t second);
  void forget(std::size_t method);

private:
  // What several methods did to a granule, all in the same way.
  struct Mark {
    std::uint8_t read, written;
    LockMask held;
    bool exchanged;
    const abi::SiteRecord* site;
    MethodSet methods;
  };
  struct Slot {
    std::uint32_t state = 0; // to which it belongs
    std::uintptr_t granule = 0;
    std::vector<Mark> marks;
  };
  static constexpr std::size_t kSlots =
      8192; // a power of two; a state of more granules is left out in part

  Slot* slotOf(std::uintptr_t granule);
  void mark(std::size_t method, const MethodAccess& access, bool exchanged);
  std::uint32_t meet(std::size_t method, const MethodAccess& access);
  void meetUnderLocks(std::size_t method, std::span<const MethodAccess> accesses);
  void tell(std::size_t method, const MethodAccess& access, const Mark& mark, bool guarded);

  std::size_t methods_;
  Tell tell_;
  std::vector<MethodSet> noConflict_; // by method
  std::vector<MethodSet> ruledOut_;   // by method: no conflict, or not parallel
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  std::uint32_t state_ = 1;
};

} // namespace heddle::calls
