// SPDX-License-Identifier: Apache-2.0
// There is one writer.
#pragma once

#include <heddle/heddle.hpp>

HEDDLE_ONE_THREAD(SingleWriterSeqlock::move);
