// SPDX-License-Identifier: Apache-2.0
// mean() is only approximately correct while add() runs.
#pragma once

#include <heddle/heddle.hpp>

HEDDLE_IGNORE_PAIR(ApproximateCounter::add, ApproximateCounter::mean);
