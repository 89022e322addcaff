// SPDX-License-Identifier: Apache-2.0
// The phases of the class.
#pragma once

#include <heddle/heddle.hpp>

HEDDLE_BEFORE(SetupThenRun::addWeight);
HEDDLE_AFTER(SetupThenRun::removeWeights);
