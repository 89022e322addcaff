// SPDX-License-Identifier: Apache-2.0
#include "explain/values.h"

#include <string>

namespace heddle::explain {

using model::EventKind;
using model::ValueKind;

namespace {

// Beyond this a number is more likely a bit pattern (a double, a hash, an address in an integer) than a
// count.
constexpr std::int64_t kLargest = 1'000'000'000'000;

std::int64_t signExtend(std::uint64_t value, unsigned bytes) {
  if (bytes == 0 || bytes >= 8)
    return static_cast<std::int64_t>(value);
  const unsigned shift = 64 - 8 * bytes;
  return static_cast<std::int64_t>(value << shift) >> shift;
}

} // namespace

model::Value valueOf(const model::Event& event) {
  const bool isTry = event.kind == EventKind::TryLock || event.kind == EventKind::TryLockShared;
  if (isTry && event.hasValue)
    return {.kind = event.value != 0 ? ValueKind::Taken : ValueKind::Busy};
  // The value of a range is its length, and wide atomics have none.
  const bool isRange = event.kind == EventKind::RangeRead || event.kind == EventKind::RangeWrite;
  const bool isAccess = isRead(event.kind) || isWrite(event.kind);
  if (!event.hasValue || event.size == 0 || event.size > 8 || !isAccess || isRange)
    return {};
  const std::int64_t number = signExtend(event.value, event.size);
  if (number > kLargest || number < -kLargest)
    return {.kind = ValueKind::Large};
  return {.kind = ValueKind::Number, .text = std::to_string(number)};
}

bool isRead(EventKind kind) {
  switch (kind) {
  case EventKind::Load:
  case EventKind::RangeRead:
  case EventKind::AtomicLoad:
  case EventKind::AtomicRmw:
  case EventKind::AtomicCas:
    return true;
  default:
    return false;
  }
}

bool isWrite(EventKind kind) {
  switch (kind) {
  case EventKind::Store:
  case EventKind::RangeWrite:
  case EventKind::AtomicStore:
  case EventKind::AtomicRmw:
  case EventKind::AtomicCas:
    return true;
  default:
    return false;
  }
}

} // namespace heddle::explain
