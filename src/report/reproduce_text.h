// SPDX-License-Identifier: Apache-2.0
// What `heddle reproduce` says besides the finding itself.
#pragma once

#include "model/run_result.h"
#include "report/words/wording.h"

namespace heddle::report {

// The stack that was given next to the one that was produced, and which of its other stacks led there.
Lines reproducedText(const model::ReproduceAnswer& answer, std::size_t width);

// It was not: what was looked for, and what was tried.
Lines triedText(const model::ReproduceAnswer& answer, std::size_t width);

} // namespace heddle::report
