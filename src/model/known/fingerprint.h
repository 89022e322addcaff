// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/finding.h"

namespace heddle::model {

// What a finding is about, in one line that stays the same when lines of the source move: kind, class or program, methods
// or functions that are to blame, and the variables or locks they meet at.
//   data-race bank::Account | balance, deposit | balance_
//   deadlock server.cpp | main, worker | first, second
std::string fingerprintOf(const Finding& finding);

// The same for each kind in which its cause shows (Finding::also), its own first. Which of them is found first depends on the
// search.
std::vector<std::string> fingerprintsOf(const Finding& finding);

// What is wrong with the form of a fingerprint; "" if nothing is.
std::string problemOfFingerprint(std::string_view text);

} // namespace heddle::model
