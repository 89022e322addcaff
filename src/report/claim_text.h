// SPDX-License-Identifier: Apache-2.0
// Completeness in words: how strong a claim is, and what it lacks.
#pragma once

#include <string>

#include "model/completeness.h"
#include "model/position.h"

namespace heddle::report {

// "test 3, execution 17"
std::string positionText(const model::Position& position);

// "at most 2 preemptions, at most 1 delay"; "no preemption bound"; "" when the search was not exhausted.
std::string boundsText(const model::Completeness& completeness);
// "2 preemptions and 1 delay"; "" when there is no bound.
std::string limitText(const model::Bounds& bounds);

// One reason why a search is not *verified*: "2 of 5 methods not driven".
std::string gapText(model::Gap gap, const model::Completeness& completeness);
// All of them, one after the other.
std::string gapsText(const model::Completeness& completeness);

// Why results of a method were not compared: "it reads a clock or random numbers".
std::string_view reasonText(model::NotCompared reason);

// What ended a search without a conclusion, and what can be done about it.
struct Cause {
  std::string text;
  std::string hint;
};
Cause causeOf(const model::Completeness& completeness);

} // namespace heddle::report
