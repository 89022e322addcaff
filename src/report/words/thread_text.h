// SPDX-License-Identifier: Apache-2.0
// The words for the threads of a finding.
#pragma once

#include <string>
#include <vector>

#include "model/finding.h"
#include "report/words/step_text.h"

namespace heddle::report {

class ThreadWords {
public:
  explicit ThreadWords(const model::Finding& finding) : steps_(finding) {}

  // What it runs: "worker", "the test", "stack.pop() = 3".
  static std::string entry(const model::ThreadState& state);
  // "waits for mutex `a` held by T2", "failed", "reads count"
  std::string status(const model::ThreadState& state) const;
  // "mutex `m` held by T2"
  std::string waited(const model::ThreadState& state) const;
  // "mutex `b`, locked at account.cpp:12"
  std::vector<std::string> holds(const model::ThreadState& state) const;

private:
  StepWords steps_;
};

} // namespace heddle::report
