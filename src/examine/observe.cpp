// SPDX-License-Identifier: Apache-2.0
#include "examine/observation.h"
#include "support/hash.h"

namespace heddle::examine {

namespace {

std::uint64_t valueOf(const abi::CallResult& result) {
  if (result.ending == abi::CallEnding::Threw)
    return hashText(result.exceptionType == nullptr ? "" : result.exceptionType);
  return result.ending == abi::CallEnding::Returned && result.comparable ? result.value : 0;
}

void noteUncompared(const runtime::CallRecord& record, bool withClassThreads, Observation& to) {
  using enum model::NotCompared;
  auto note = [&](model::NotCompared reason) {
    to.notCompared.push_back({.operation = record.call->operation, .reason = reason});
  };
  if (record.timeDependent)
    note(ReadsClock);
  if (withClassThreads)
    note(ClassThreads);
  if (record.result.ending == abi::CallEnding::Returned && !record.result.comparable)
    note(ResultType);
  if (record.busyLock != 0)
    note(GaveUpLock);
}

} // namespace

void observe(const runtime::Outcome& outcome, Observation& observation) {
  observation.kind = outcome.kind;
  observation.exitedEarly = outcome.exitedEarly;
  observation.madeFair = outcome.madeFair;
  const bool withClassThreads = runtime::threadsOfTheClass() > 0;
  observation.resultsVary = withClassThreads;
  observation.gaveUpLock = false;
  observation.calls.clear();
  observation.notCompared.clear();
  std::size_t count = 0;
  const runtime::CallRecord* records = runtime::callRecords(&count);
  for (std::size_t i = 0; i < count; ++i) {
    const runtime::CallRecord& record = records[i];
    if (record.lane == abi::kPrefixLane)
      continue;
    const abi::CallResult& result = record.result;
    bool threw = result.ending == abi::CallEnding::Threw && result.exceptionType != nullptr;
    observation.resultsVary = observation.resultsVary || record.timeDependent;
    observation.gaveUpLock = observation.gaveUpLock || record.busyLock != 0;
    noteUncompared(record, withClassThreads, observation);
    observation.calls.push_back({.lane = record.lane,
                                 .index = record.index,
                                 .operation = record.call->operation,
                                 .ending = result.ending,
                                 .value = valueOf(result),
                                 .began = record.firstEvent,
                                 .ended = record.lastEvent,
                                 .exceptionType = threw ? result.exceptionType : "",
                                 .text = result.text});
  }
}

} // namespace heddle::examine
