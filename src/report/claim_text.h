// SPDX-License-Identifier: Apache-2.0
// Completeness in words: how strong a claim is, and what it lacks.
#pragma once

#include <string>

#include "model/classes/class_coverage.h"
#include "model/completeness.h"
#include "model/position.h"

namespace heddle::report {

// "test 3, execution 17"
std::string positionText(const model::Position& position);

// "at most 2 preemptions, at most 1 delay"; "no preemption bound"; "" when the search was not exhausted.
std::string boundsText(const model::Completeness& completeness);
// "2 preemptions and 1 delay"; "" when there is no bound.
std::string limitText(const model::Bounds& bounds);

// One reason why a search is not *verified*: "2 of 5 methods not driven (wait(), attach(Socket &))". The methods are
// those of the class; empty: they are not named.
using Methods = std::vector<model::MethodUse>;
std::string
gapText(model::Gap gap, const model::Completeness& completeness, const Methods& methods);
// All of them, one after the other.
std::string gapsText(const model::Completeness& completeness, const Methods& methods);
// Methods for which no test speaks, however long the search is: "wait() (never returned)"; "" if there are none.
std::string untestedText(const Methods& methods);

// "push(int)", "member template each(F)"
std::string methodText(const model::MethodUse& method);

// Why results of a method were not compared: "it reads a clock or random numbers".
std::string_view reasonText(model::NotCompared reason);

// What ended a search without a conclusion, and what can be done about it.
struct Cause {
  std::string text;
  std::string hint;
};
Cause causeOf(const model::Completeness& completeness);

} // namespace heddle::report
