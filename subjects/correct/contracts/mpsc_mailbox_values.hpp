// SPDX-License-Identifier: Apache-2.0
// One consumer, which may see nothing while a producer is at work.
#pragma once

#include <heddle/heddle.hpp>

HEDDLE_ONE_THREAD(MpscMailbox::receive);
HEDDLE_MAY_FAIL(MpscMailbox::receive);
