// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/finding.h"
#include "report/paint.h"
#include "report/words/wording.h"

namespace heddle::report {

// The execution as a table, time downwards. Two or three threads get a column each; more share one
// column that names them. At most `maxRows` rows below the head.
Lines interleavingTable(const model::Finding& finding,
                        std::size_t width,
                        std::size_t maxRows,
                        const Paint& paint);

} // namespace heddle::report
