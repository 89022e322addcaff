// SPDX-License-Identifier: Apache-2.0
#include <span>
#include <string_view>

#include "examine/observation.h"
#include "support/hash.h"

namespace heddle::examine {

namespace {

std::uint64_t valueOf(const abi::CallResult& result) {
  if (result.ending == abi::CallEnding::Threw)
    return hashText(result.exceptionType == nullptr ? "" : result.exceptionType);
  return result.ending == abi::CallEnding::Returned && result.comparable ? result.value : 0;
}

void noteUncompared(const runtime::CallRecord& record, Observation& to) {
  using enum model::NotCompared;
  auto note = [&](model::NotCompared reason) {
    to.notCompared.push_back({.operation = record.call->operation, .reason = reason});
  };
  if (record.result.ending == abi::CallEnding::Returned && !record.result.comparable)
    note(ResultType);
  if (record.busyLock != 0 || record.result.gaveUp)
    note(GaveUpLock);
}

bool overlap(const runtime::CallRecord& one, const runtime::CallRecord& other) {
  const auto endsBefore = [](const runtime::CallRecord& first, const runtime::CallRecord& second) {
    return first.lastEvent != 0 && first.lastEvent <= second.firstEvent;
  };
  return one.lane != other.lane && !endsBefore(one, other) && !endsBefore(other, one);
}

bool isPairOfLane(const runtime::CallRecord& record) {
  return record.lane != abi::kPrefixLane && record.lane != abi::kEpilogueLane &&
         runtime::classTable()->operations[record.call->operation].isPair;
}

// Which calls could see that a client holds a lock of the class, as in no serial execution.
void noteHeldLocks(std::span<const runtime::CallRecord> records, Observation& to) {
  for (const runtime::CallRecord& pair : records)
    if (isPairOfLane(pair))
      for (const runtime::CallRecord& record : records)
        if (record.lane != abi::kPrefixLane && !isPairOfLane(record) && overlap(pair, record)) {
          to.lockWasHeld = true;
          to.notCompared.push_back(
              {.operation = record.call->operation, .reason = model::NotCompared::LockWasHeld});
        }
}

} // namespace

bool isReferenceUse(const abi::SiteRecord* site) {
  return site != nullptr && std::string_view(site->function).starts_with(abi::kReferenceUse);
}

void observe(const runtime::Outcome& outcome, Observation& observation) {
  // The object was freed before the client could use the reference to it.
  const bool hasEscaped =
      outcome.kind == runtime::FailureKind::UseAfterFree && isReferenceUse(outcome.site);
  observation.kind = hasEscaped ? runtime::FailureKind::EscapedReference : outcome.kind;
  observation.isLockCycle = outcome.message.id == abi::MessageId::WaitCycle ||
                            outcome.message.id == abi::MessageId::WaitsForItself;
  observation.exitedEarly = outcome.exitedEarly;
  observation.madeFair = outcome.madeFair;
  observation.surroundingsVaried = runtime::surroundingsVaried();
  observation.withClassThreads = runtime::threadsOfTheClass() > 0;
  observation.gaveUpLock = observation.lockWasHeld = observation.wasOvertaken = false;
  observation.calls.clear();
  observation.notCompared.clear();
  std::size_t count = 0;
  const runtime::CallRecord* records = runtime::callRecords(&count);
  const abi::Operation* operations = runtime::classTable()->operations;
  noteHeldLocks({records, count}, observation);
  for (std::size_t i = 0; i < count; ++i) {
    const runtime::CallRecord& record = records[i];
    if (record.lane == abi::kPrefixLane)
      continue;
    const abi::CallResult& result = record.result;
    bool threw = result.ending == abi::CallEnding::Threw && result.exceptionType != nullptr;
    observation.gaveUpLock = observation.gaveUpLock || record.busyLock != 0 || result.gaveUp;
    noteUncompared(record, observation);
    observation.calls.push_back({.lane = record.lane,
                                 .index = record.index,
                                 .operation = record.call->operation,
                                 .ending = result.ending,
                                 .value = valueOf(result),
                                 .began = record.firstEvent,
                                 .ended = record.lastEvent,
                                 .exceptionType = threw ? result.exceptionType : "",
                                 .text = result.text,
                                 .timeDependent = record.timeDependent,
                                 .draws = record.draws,
                                 .isConst = operations[record.call->operation].isConst});
  }
}

} // namespace heddle::examine
