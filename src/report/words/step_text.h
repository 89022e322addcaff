// SPDX-License-Identifier: Apache-2.0
// The words for steps.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/finding.h"

namespace heddle::report {

// "reads", "locks", "waits on"
std::string_view verb(model::StepKind kind);

// "3", "null", "busy"; "" for no value.
std::string valueText(const model::Value& value);

// The words for the steps of one finding, which share its objects.
class StepWords {
public:
  explicit StepWords(const model::Finding& finding) : finding_(finding) {}

  std::string object(model::ObjectIndex index) const;
  // "count -> 3", "lock m": for one cell of a table.
  std::string brief(const model::Step& step) const;
  // "T1 reads 3": for a label under the source.
  std::string label(const model::Step& step) const;
  // Why the thread before stopped: "waits for m"; "" when it did not.
  std::string switched(const model::Step& step) const;
  // "overwrites T2's 3"; "" when there is nothing to say.
  static std::string edge(const model::Step& step);

private:
  std::string
  withValue(const model::Step& step, std::string_view sign, std::string_view otherwise) const;

  const model::Finding& finding_;
};

} // namespace heddle::report
