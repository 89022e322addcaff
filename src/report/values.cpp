// SPDX-License-Identifier: Apache-2.0
#include "report/values.h"

#include <algorithm>

namespace heddle::report {

using model::EventKind;

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

std::string readableValue(const model::Event& event) {
  const bool isTry = event.kind == EventKind::TryLock || event.kind == EventKind::TryLockShared;
  if (isTry && event.hasValue)
    return event.value != 0 ? "taken" : "busy";
  // The value of a range is its length, and wide atomics have none.
  const bool isRange = event.kind == EventKind::RangeRead || event.kind == EventKind::RangeWrite;
  const bool isAccess = isRead(event.kind) || isWrite(event.kind);
  if (!event.hasValue || event.size == 0 || event.size > 8 || !isAccess || isRange)
    return {};
  const std::int64_t number = signExtend(event.value, event.size);
  if (number > kLargest || number < -kLargest)
    return "a large value";
  return std::to_string(number);
}

std::string readableLocation(const std::string& text) {
  static constexpr std::string_view kStack = "stack of ";
  static constexpr std::string_view kThreadLocal = "thread-local data of ";
  const std::string_view whole = std::string_view(text).substr(0, text.rfind('-'));
  if (text.starts_with(kStack))
    return "a local of " + std::string(whole.substr(kStack.size()));
  if (text.starts_with(kThreadLocal))
    return "a thread_local of " +
           std::string(whole.substr(std::min(kThreadLocal.size(), whole.size())));
  return text.starts_with("global+") ? "a global" : text;
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

} // namespace heddle::report
