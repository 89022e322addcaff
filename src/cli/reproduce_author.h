// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "cli/crash_target.h"
#include "cli/test_author.h"

namespace heddle::cli {

// Compares each finding with the stack that was given, and writes its test like any other, with both stacks in its
// comment.
class ReproduceAuthor final : public FindingAuthor {
public:
  // All outlive the author.
  ReproduceAuthor(TestAuthor& author, const StackTarget& target)
      : author_(author), target_(target) {}

  std::vector<explain::CallName> nameCalls(const campaign::HarnessLaunch& launch,
                                           const model::FindingRecord& record) override;
  void complete(model::Finding& finding, const model::Trace& trace) override;

private:
  TestAuthor& author_;
  const StackTarget& target_;
  std::set<std::uint64_t> meeting_; // signatures of findings that meet the target
};

// How a finding compares with the failure that was given; `meetsTarget` is what the harness says, which knows calls and
// kinds. Adds notes to the finding where they differ.
model::StackComparison
compareStacks(model::Finding& finding, const StackTarget& target, bool meetsTarget);

std::vector<model::SourcePlace> placesOf(const std::vector<model::CrashFrame>& frames);

// The stack of a finding to hold against stack number `index` of the target, innermost first.
std::vector<model::SourcePlace>
producedStack(const model::Finding& finding, const StackTarget& target, std::size_t index);

} // namespace heddle::cli
