// SPDX-License-Identifier: Apache-2.0
// Problem: which two events of an execution could have come in the other order, and what is needed for that?
// Idea: vector clocks over visible events. An event can come before an earlier one of another thread if they are in
// conflict, both could be enabled in the same state, and the thread of the later one did not learn of the earlier one
// before it got to its operation. If there are several such events, only the latest count (Flanagan and Godefroid, "Dynamic
// partial-order reduction", POPL 2005): the others can be reversed when these have been.
//
// How we differ. A lock is compared with earlier locks by what its thread knew *before* the lock. The unlock in between
// orders the two locks, but does not prevent the other order. This is what the exit paths of Chen's MM pairs are for.
// Events are found by granule of memory, so that accesses of different sizes that overlap are compared.
#include "explore/values/path.h"

#include <algorithm>

#include "support/hash.h"

namespace heddle::explore::values {

using runtime::EventKind;
using runtime::ThreadId;

namespace {

constexpr std::uintptr_t kGranuleBytes = 8;

// Blocks up to this size are found by granule, others by looking at all events. Arbitrary.
constexpr std::size_t kMostListed = 1024;

bool isLarge(const runtime::Release& release) {
  return release.size > kMostListed;
}

bool freesLargeBlock(const Operation& operation) {
  return operation.released != nullptr && std::ranges::any_of(*operation.released, isLarge);
}

} // namespace

Path::Path() : last_(threads_, kNone), before_(threads_), after_(threads_) {}

void Path::makeRoomFor(ThreadId thread) {
  if (thread < threads_)
    return;
  std::size_t wider = threads_;
  while (wider <= thread)
    wider *= 2;
  std::vector<Time> clocks(events_.size() * wider);
  for (std::size_t event = 0; event < events_.size(); ++event)
    std::copy_n(clocks_.begin() + static_cast<std::ptrdiff_t>(event * threads_),
                threads_,
                clocks.begin() + static_cast<std::ptrdiff_t>(event * wider));
  clocks_ = std::move(clocks);
  threads_ = wider;
  last_.resize(wider, kNone);
  before_.resize(wider);
  after_.resize(wider);
}

// Memory by granules; an object has the one of its address.
template <typename Visit>
void Path::forEachObject(const Operation& operation, Visit visit) {
  auto visitRange = [&](std::uintptr_t address, std::size_t size) {
    std::uintptr_t last = (address + std::max<std::size_t>(size, 1) - 1) / kGranuleBytes;
    for (std::uintptr_t granule = address / kGranuleBytes; granule <= last; ++granule)
      visit(usersOf(granule));
  };
  if (usesAddress(operation))
    visitRange(operation.address, operation.size);
  if (operation.mutex != 0)
    visitRange(operation.mutex, 1);
  if (operation.failedAt != 0)
    visitRange(operation.failedAt, 1);
  if (operation.released != nullptr)
    for (const runtime::Release& release : *operation.released)
      if (!isLarge(release))
        visitRange(release.address, release.size);
}

std::vector<Path::Index>& Path::usersOf(std::uintptr_t granule) {
  auto [at, isNew] = granules_.try_emplace(granule, static_cast<std::uint32_t>(users_.size()));
  if (isNew)
    users_.emplace_back();
  return users_[at->second];
}

void Path::truncate(Index length) {
  while (events_.size() > length) {
    const Event& event = events_.back();
    forEachObject(event.operation, [](std::vector<Index>& users) { users.pop_back(); });
    if (event.operation.kind == EventKind::Exit)
      exits_.pop_back();
    if (freesLargeBlock(event.operation))
      large_.pop_back();
    last_[event.operation.thread] = event.previous;
    events_.pop_back();
  }
  clocks_.resize(events_.size() * threads_);
}

bool Path::happensBefore(Index earlier, Index later) const {
  const Event& event = events_[earlier];
  return clock(later)[event.operation.thread] >= event.ordinal;
}

void Path::joinInto(std::vector<Time>& time, Index event) const {
  const Time* other = clock(event);
  for (std::size_t thread = 0; thread < threads_; ++thread)
    time[thread] = std::max(time[thread], other[thread]);
}

// What the thread knows before its operation, apart from what the objects of the operation will tell it.
void Path::beginTime(const Operation& operation, Index wokenBy) {
  makeRoomFor(operation.thread);
  std::ranges::fill(before_, 0);
  if (Index last = last_[operation.thread]; last != kNone)
    joinInto(before_, last);
  if (wokenBy != kNone)
    joinInto(before_, wokenBy);
  if (operation.kind == EventKind::ThreadJoin)
    if (Index last = lastOf(operation.other); last != kNone)
      joinInto(before_, last);
  after_ = before_;
}

void Path::append(const Operation& operation, Index wokenBy, std::vector<Index>& reversible) {
  beginTime(operation, wokenBy);
  scan(operation, reversible);
  Index index = length();
  Time ordinal = after_[operation.thread];
  if (isVisible(operation))
    after_[operation.thread] = ++ordinal;
  std::uint64_t hashSoFar = classHash();
  events_.push_back({operation, last_[operation.thread], ordinal, hashSoFar});
  clocks_.insert(clocks_.end(), after_.begin(), after_.end());
  last_[operation.thread] = index;
  forEachObject(operation, [index](std::vector<Index>& users) { users.push_back(index); });
  if (operation.kind == EventKind::Exit)
    exits_.push_back(index);
  if (freesLargeBlock(operation))
    large_.push_back(index);
  if (isVisible(operation))
    events_.back().hashSoFar += hashOf(index);
}

void Path::findReversible(const Operation& pending, Index wokenBy, std::vector<Index>& reversible) {
  beginTime(pending, wokenBy);
  scan(pending, reversible);
}

void Path::scan(const Operation& operation, std::vector<Index>& reversible) {
  forEachObject(operation,
                [&](const std::vector<Index>& users) { scanObject(users, operation, reversible); });
  for (std::size_t i = large_.size(); i-- > 0;)
    if (areInConflict(events_[large_[i]].operation, operation))
      consider(large_[i], operation, reversible);
  if (freesLargeBlock(operation))
    for (Index event = length(); event-- > 0;)
      if (areInConflict(events_[event].operation, operation))
        consider(event, operation, reversible);
  if (operation.kind == EventKind::Exit)
    scanThreads(reversible);
  else if (isVisible(operation))
    for (Index exit : exits_)
      consider(exit, operation, reversible);
}

void Path::scanObject(const std::vector<Index>& users,
                      const Operation& operation,
                      std::vector<Index>& reversible) {
  for (std::size_t i = users.size(); i-- > 0;) {
    const Operation& earlier = events_[users[i]].operation;
    bool isKnown = isIn(users[i], before_);
    if (!isKnown && areInConflict(earlier, operation))
      consider(users[i], operation, reversible);
    bool isLast =
        isKnown || (mayBeCoEnabled(earlier, operation) && !mayLeaveDisabled(earlier, operation));
    if (isLast && dominates(earlier, operation))
      return;
  }
}

// The end of the program is in conflict with everything that threads do.
void Path::scanThreads(std::vector<Index>& reversible) {
  for (Index last : last_) {
    while (last != kNone && !isVisible(events_[last].operation))
      last = events_[last].previous;
    if (last != kNone)
      consider(last, {.kind = EventKind::Exit}, reversible);
  }
}

void Path::consider(Index event, const Operation& operation, std::vector<Index>& reversible) {
  if (isIn(event, before_))
    return;
  if (!isIn(event, after_))
    joinInto(after_, event);
  if (mayBeCoEnabled(events_[event].operation, operation) &&
      !isShadowed(event, operation, reversible))
    reversible.push_back(event);
}

// Whether a later event that is reversible comes after this one in every order.
bool Path::isShadowed(Index event,
                      const Operation& operation,
                      const std::vector<Index>& reversible) const {
  return std::ranges::any_of(reversible, [&](Index later) {
    return later == event ||
           (!mayLeaveDisabled(events_[later].operation, operation) && happensBefore(event, later));
  });
}

std::uint64_t Path::hashOf(Index event) const {
  const Operation& operation = events_[event].operation;
  std::uint64_t known = 0;
  for (std::size_t thread = 0; thread < threads_; ++thread)
    known += clock(event)[thread] * mixBits(thread + 1);
  std::uint64_t what = operation.address ^ (std::uint64_t{operation.thread} << 48) ^
                       (std::uint64_t{operation.other} << 32) ^
                       (static_cast<std::uint64_t>(operation.kind) << 24);
  return mixBits(mixBits(known) ^ mixBits(what));
}

} // namespace heddle::explore::values
