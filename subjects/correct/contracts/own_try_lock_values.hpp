// SPDX-License-Identifier: Apache-2.0
// Both calls give up under contention.
#pragma once

#include <heddle/heddle.hpp>

HEDDLE_MAY_FAIL(OwnTryLock::find);
HEDDLE_MAY_FAIL(OwnTryLock::store);
