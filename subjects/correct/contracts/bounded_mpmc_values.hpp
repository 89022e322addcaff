// SPDX-License-Identifier: Apache-2.0
// Full and empty may be reported while another call is in between its two steps.
#pragma once

#include <heddle/heddle.hpp>

HEDDLE_MAY_FAIL(BoundedMpmc::tryPush);
HEDDLE_MAY_FAIL(BoundedMpmc::tryPop);
