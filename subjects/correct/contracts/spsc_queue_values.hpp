// SPDX-License-Identifier: Apache-2.0
// The two sides of the queue.
#pragma once

#include <heddle/heddle.hpp>

HEDDLE_ONE_THREAD(SpscQueue::push, SpscQueue::full);
HEDDLE_ONE_THREAD(SpscQueue::pop, SpscQueue::empty);
