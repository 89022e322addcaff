// SPDX-License-Identifier: Apache-2.0
#include "explore/values/previews.h"

#include <algorithm>
#include <tuple>

#include "support/hash.h"

namespace heddle::explore::values {

namespace {

// Each has a copy of the beginning of its execution.
constexpr std::size_t kMostWaiting = 4096;

std::uintptr_t placeOf(const Operation& operation) {
  return operation.site != nullptr ? reinterpret_cast<std::uintptr_t>(operation.site)
                                   : operation.address;
}

std::uint64_t keyOf(const Operation& first, const Operation& second) {
  return Hasher()
      .add(first.thread)
      .add(static_cast<unsigned>(first.kind))
      .add(placeOf(first))
      .add(second.thread)
      .add(static_cast<unsigned>(second.kind))
      .add(placeOf(second))
      .value();
}

std::uint64_t keyOf(const abi::SiteRecord* first, const abi::SiteRecord* second) {
  return Hasher()
      .add(reinterpret_cast<std::uintptr_t>(first))
      .add(reinterpret_cast<std::uintptr_t>(second))
      .value();
}

PairKind kindOf(analysis::PairKind kind) {
  switch (kind) {
  case analysis::PairKind::ReadWrite:
    return PairKind::ReadWrite;
  case analysis::PairKind::WaitNotify:
    return PairKind::WaitNotify;
  case analysis::PairKind::WaitLock:
    return PairKind::WaitLock;
  case analysis::PairKind::LockLock:
    return PairKind::LockLock;
  }
  return PairKind::LockLock;
}

std::vector<Preview::Turn> turnsBefore(const Steps& steps, Path::Index trigger) {
  std::vector<Preview::Turn> turns;
  turns.reserve(trigger);
  for (Path::Index step = 0; step < trigger; ++step)
    turns.push_back({steps[step].operation.thread, steps[step].operation.other});
  return turns;
}

} // namespace

// The order of relevance is that of PairKind; what the user chose comes first.
bool Preview::operator<(const Preview& other) const {
  return std::tuple(!hasFocus, kind, number) <
         std::tuple(!other.hasFocus, other.kind, other.number);
}

Preview Previews::takeBest() {
  std::ranges::pop_heap(waiting_, [](const Preview& a, const Preview& b) { return b < a; });
  Preview best = std::move(waiting_.back());
  waiting_.pop_back();
  return best;
}

void Previews::clear() {
  waiting_.clear();
  orders_.clear();
  siteOrders_.clear();
  asked_.clear();
}

void Previews::noteOrder(const Operation& first, const Operation& second) {
  isNew(first, second);
}

bool Previews::isNew(const Operation& first, const Operation& second) {
  if (first.site != nullptr && second.site != nullptr)
    siteOrders_.insert(keyOf(first.site, second.site));
  return orders_.insert(keyOf(first, second));
}

void Previews::addReversal(const Steps& steps,
                           Path::Index trigger,
                           const std::vector<Operation>& sequence) {
  const Operation& before = steps[trigger].operation;
  const bool isChosen = hasFocus(sequence.back()) || hasFocus(before);
  if (waiting_.size() >= kMostWaiting || !(isNew(sequence.back(), before) || isChosen))
    return;
  Preview preview{.kind = pairKindOf(sequence.back(), before),
                  .hasFocus = isChosen,
                  .turns = turnsBefore(steps, trigger),
                  .trigger = before};
  for (const Operation& operation : sequence)
    preview.turns.push_back({operation.thread, operation.other});
  add(std::move(preview));
}

void Previews::addPartners(const Steps& steps, Path::Index trigger) {
  const Operation& operation = steps[trigger].operation;
  if (operation.site == nullptr || !asked_.insert(operation.site).second)
    return;
  for (const analysis::Partner& partner : facts_->partnersOf(operation.site)) {
    if (waiting_.size() >= kMostWaiting || !siteOrders_.insert(keyOf(partner.site, operation.site)))
      continue;
    add({.kind = kindOf(partner.kind),
         .hasFocus = hasFocus(operation) || (focus_ != nullptr && (*focus_)(partner.site)),
         .turns = turnsBefore(steps, trigger),
         .trigger = operation,
         .target = partner.site});
  }
}

void Previews::add(Preview preview) {
  preview.number = added_++;
  waiting_.push_back(std::move(preview));
  std::ranges::push_heap(waiting_, [](const Preview& a, const Preview& b) { return b < a; });
}

bool Previews::hasFocus(const Operation& one) const {
  return focus_ != nullptr && one.site != nullptr && (*focus_)(one.site);
}

} // namespace heddle::explore::values
