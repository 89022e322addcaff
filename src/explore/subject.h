// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explore/budget.h"
#include "runtime/runtime.h"

namespace heddle::explore {

// What is explored: where its executions begin and how they run. This one is a program, which runs from its start; a
// test of a class is examine::TestSubject. Holds the lease of the engine for its whole life, unless another
// subject takes it.
class Subject {
public:
  // `budget`, not owned, is charged for every execution; null: executions are not counted.
  Subject(const runtime::Options& options, Budget* budget) : options_(options), budget_(budget) {}
  virtual ~Subject() = default;
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;

  // Where executions begin: a checkpoint, or runtime::Run::kFromStart.
  virtual unsigned start() const { return runtime::Run::kFromStart; }

  // Runs one execution from start().
  const runtime::Outcome& run(runtime::Chooser& chooser) { return runFrom(start(), chooser); }
  const runtime::Outcome& runFrom(unsigned checkpoint, runtime::Chooser& chooser);

  // How the next executions run.
  runtime::Options& options() { return options_; }
  // Null: they are not traced. Not owned.
  void setSink(runtime::EventSink* sink) { sink_ = sink; }
  const runtime::Lease& lease() const { return lease_; }

protected:
  virtual runtime::CallSource* calls() { return nullptr; }
  // Called after every execution.
  virtual void ended(const runtime::Outcome&) {}

private:
  runtime::Options options_;
  Budget* budget_;
  runtime::EventSink* sink_ = nullptr;
  runtime::Lease lease_;
};

} // namespace heddle::explore
