// SPDX-License-Identifier: Apache-2.0
#include "explore/subject.h"

#include "support/check.h"

namespace heddle::explore {

const runtime::Outcome& Subject::runFrom(unsigned checkpoint, runtime::Chooser& chooser) {
  HEDDLE_CHECK(lease_.isHeld()) << "a subject runs although another one has taken the engine";
  const runtime::Outcome& outcome = lease_.run({.chooser = chooser,
                                                .options = options_,
                                                .sink = sink_,
                                                .calls = calls(),
                                                .checkpoint = checkpoint});
  if (budget_ != nullptr)
    budget_->charge(outcome);
  ended(outcome);
  return outcome;
}

} // namespace heddle::explore
