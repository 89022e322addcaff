// SPDX-License-Identifier: Apache-2.0
#include "synthesize/test_runner.h"

#include <algorithm>

#include "explore/strategy.h"

namespace heddle::synthesize {

TestRunner::TestRunner(const model::Test& test, ExecutionListener* listener)
    : test_(test), calls_(test, Examiner::kFirstSlot), listener_(listener) {
  runtime::setCallSource(&calls_);
  runtime::forgetSharing();
}

TestRunner::~TestRunner() {
  runtime::setCallSource(nullptr);
}

unsigned TestRunner::startSlot() const {
  return calls_.isSaved() ? Examiner::kFirstSlot : explore::Strategy::kFromStart;
}

const runtime::Outcome& TestRunner::run(runtime::Chooser& chooser) {
  if (!calls_.isSaved())
    return runFromStart(chooser);
  return count(runtime::resumeExecution(Examiner::kFirstSlot, chooser));
}

const runtime::Outcome& TestRunner::runFromStart(runtime::Chooser& chooser) {
  return count(runtime::runExecution(chooser));
}

model::Test TestRunner::withoutRefusedCalls() const {
  std::size_t count = 0;
  const runtime::CallRecord* records = runtime::callRecords(&count);
  auto made = [&](const model::Sequence& sequence, unsigned lane) {
    model::Sequence result;
    for (std::size_t i = 0; i < sequence.size(); ++i) {
      bool isRefused = std::any_of(records, records + count, [&](const auto& record) {
        return record.lane == lane && record.index == i &&
               record.result.ending == abi::CallEnding::Refused;
      });
      if (!isRefused)
        result.push_back(sequence[i]);
    }
    return result;
  };
  model::Test test;
  test.prefix = made(test_.prefix, abi::kPrefixLane);
  for (unsigned i = 0; i < test_.suffixes.size(); ++i)
    if (model::Sequence suffix = made(test_.suffixes[i], i + 1); !suffix.empty())
      test.suffixes.push_back(std::move(suffix));
  test.epilogue = made(test_.epilogue, abi::kEpilogueLane);
  return test;
}

const runtime::Outcome& TestRunner::count(const runtime::Outcome& outcome) {
  ++executions_;
  classHasThreads_ = classHasThreads_ || runtime::threadsOfTheClass() > 0;
  if (outcome.unsupported) {
    unsupported_ = outcome.message;
    isStopped_ = true;
  }
  if (listener_ != nullptr && !listener_->executed(outcome))
    isStopped_ = true;
  return outcome;
}

} // namespace heddle::synthesize
