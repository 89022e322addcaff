// SPDX-License-Identifier: Apache-2.0
// tryAdd() may fail under contention.
#pragma once

#include <heddle/heddle.hpp>

HEDDLE_MAY_FAIL(SpuriousTry::tryAdd);
