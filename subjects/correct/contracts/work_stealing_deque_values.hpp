// SPDX-License-Identifier: Apache-2.0
// One owner; a steal may fail under contention.
#pragma once

#include <heddle/heddle.hpp>

HEDDLE_ONE_THREAD(WorkStealingDeque::push, WorkStealingDeque::pop);
HEDDLE_MAY_FAIL(WorkStealingDeque::steal);
