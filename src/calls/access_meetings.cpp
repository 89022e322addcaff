// SPDX-License-Identifier: Apache-2.0
#include "calls/access_meetings.h"

#include <utility>

#include "support/check.h"

namespace heddle::calls {

namespace {

bool overlap(std::uint8_t read,
             std::uint8_t written,
             std::uint8_t otherRead,
             std::uint8_t otherWritten) {
  return (written & (otherRead | otherWritten)) != 0 || (read & otherWritten) != 0;
}

// The locks that were held without interruption over the added accesses.
class Cover {
public:
  // Returns false if no lock is left.
  bool add(const HeldLocks& held, std::uint32_t common) {
    if (first_ == nullptr)
      first_ = &held;
    for (unsigned i = 0; i < LockMask::kMost; ++i)
      if (held.taken[i] != first_->taken[i])
        common &= ~(1u << i);
    left_ &= common;
    return left_ != 0;
  }

private:
  const HeldLocks* first_ = nullptr;
  std::uint32_t left_ = LockMask::kUnknown;
};

} // namespace

AccessMeetings::AccessMeetings(std::size_t methods,
                               const std::vector<analysis::Relation>& relations,
                               Tell tell)
    : methods_(methods), tell_(std::move(tell)), noConflict_(methods), ruledOut_(methods),
      slots_(kSlots) {
  HEDDLE_CHECK(methods <= MethodSet::kMost)
      << methods << " methods, at most " << MethodSet::kMost << " are watched";
  for (const analysis::Relation& relation : relations) {
    HEDDLE_CHECK(relation.first < methods && relation.second < methods)
        << "a relation of methods that are not watched";
    if (relation.conflict && relation.parallel)
      continue;
    for (auto [one, other] :
         {std::pair(relation.first, relation.second), std::pair(relation.second, relation.first)}) {
      ruledOut_[one].insert(other);
      if (!relation.conflict)
        noConflict_[one].insert(other);
    }
  }
}

void AccessMeetings::forget(std::size_t first, std::size_t second) {
  HEDDLE_CHECK(first < methods_ && second < methods_)
      << "methods " << first << " and " << second << " of " << methods_;
  for (auto [one, other] : {std::pair(first, second), std::pair(second, first)}) {
    noConflict_[one].erase(other);
    ruledOut_[one].erase(other);
  }
}

void AccessMeetings::forget(std::size_t method) {
  for (std::size_t other = 0; other < methods_; ++other)
    forget(method, other);
}

void AccessMeetings::beginState() {
  ++state_;
  used_ = 0;
}

AccessMeetings::Slot* AccessMeetings::slotOf(std::uintptr_t granule) {
  for (std::size_t at = granule / 8 * 0x9e3779b97f4a7c15U % kSlots;; at = (at + 1) % kSlots) {
    Slot& slot = slots_[at];
    if (slot.state == state_ && slot.granule == granule)
      return &slot;
    if (slot.state == state_)
      continue;
    if (used_ >= kSlots / 2)
      return nullptr;
    ++used_;
    slot.state = state_;
    slot.granule = granule;
    slot.marks.clear();
    return &slot;
  }
}

void AccessMeetings::mark(std::size_t method, const MethodAccess& access, bool exchanged) {
  Slot* slot = slotOf(access.granule);
  if (slot == nullptr)
    return;
  for (Mark& known : slot->marks) {
    if (known.read == access.read && known.written == access.written &&
        known.held == access.held->mask && known.exchanged == exchanged)
      return known.methods.insert(method);
  }
  slot->marks.push_back({.read = access.read,
                         .written = access.written,
                         .held = access.held->mask,
                         .exchanged = exchanged,
                         .site = access.site,
                         .methods = {}});
  slot->marks.back().methods.insert(method);
}

// Two calls of one method may meet as well, so a call meets its own marks.
void AccessMeetings::add(std::size_t method,
                         std::span<const MethodAccess> accesses,
                         bool exchanged) {
  HEDDLE_CHECK(method < methods_) << "method " << method << " of " << methods_;
  for (const MethodAccess& access : accesses)
    mark(method, access, exchanged);
  std::uint32_t always = LockMask::kUnknown;
  std::uint32_t again = 0;
  for (const MethodAccess& access : accesses) {
    always &= meet(method, access);
    again |= access.held->again;
  }
  if (!exchanged && (always & ~again) == 0)
    meetUnderLocks(method, accesses);
}

// The locks that excluded each other for everything that met.
std::uint32_t AccessMeetings::meet(std::size_t method, const MethodAccess& access) {
  std::uint32_t always = LockMask::kUnknown;
  const Slot* slot = slotOf(access.granule);
  if (slot == nullptr)
    return always;
  for (const Mark& other : slot->marks) {
    if (!overlap(access.read, access.written, other.read, other.written) ||
        !other.methods.meets(ruledOut_[method]))
      continue;
    std::uint32_t common = access.held->mask.commonWith(other.held);
    const MethodSet& bad = common == 0 ? ruledOut_[method] : noConflict_[method];
    if (other.methods.meets(bad))
      tell(method, access, other, false);
    if (common != 0 && !other.exchanged)
      always &= common;
  }
  return always;
}

// A lock summary describes one span under one lock that covers all accesses. No lock covers all accesses of this call
// that meet another one: look at each other method separately.
void AccessMeetings::meetUnderLocks(std::size_t method, std::span<const MethodAccess> accesses) {
  for (std::size_t other = 0; other < methods_; ++other) {
    if (!ruledOut_[method].contains(other) || noConflict_[method].contains(other))
      continue;
    Cover cover;
    for (const MethodAccess& access : accesses) {
      const Slot* slot = slotOf(access.granule);
      for (std::size_t i = 0; slot != nullptr && i < slot->marks.size(); ++i) {
        Mark mark = slot->marks[i];
        if (mark.exchanged || !mark.methods.contains(other) ||
            !overlap(access.read, access.written, mark.read, mark.written) ||
            cover.add(*access.held, access.held->mask.commonWith(mark.held)))
          continue;
        mark.methods = {};
        mark.methods.insert(other);
        tell(method, access, mark, true);
      }
    }
  }
}

void AccessMeetings::tell(std::size_t method,
                          const MethodAccess& access,
                          const Mark& mark,
                          bool guarded) {
  const bool isApart = guarded || access.held->mask.commonWith(mark.held) == 0;
  for (std::size_t other = 0; other < methods_; ++other) {
    const MethodSet& bad = isApart ? ruledOut_[method] : noConflict_[method];
    if (!mark.methods.contains(other) || !bad.contains(other))
      continue;
    Meeting meeting{.first = method,
                    .second = other,
                    .firstSite = access.site,
                    .secondSite = mark.site,
                    .firstWrites = access.written != 0,
                    .secondWrites = mark.written != 0,
                    .isGuarded = guarded};
    tell_(meeting);
    forget(method, other);
  }
}

} // namespace heddle::calls
