// SPDX-License-Identifier: Apache-2.0
// What must hold whenever no call is running.
#pragma once

#include <heddle/heddle.hpp>

HEDDLE_INVARIANT(Stock, self.balanced());
