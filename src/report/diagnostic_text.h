// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/run_result.h"
#include "report/paint.h"
#include "report/words/wording.h"

namespace heddle::report {

// "warning: what at file:line", and below it what to do.
Lines diagnosticText(const model::Diagnostic& diagnostic, const Paint& paint, std::size_t width);

} // namespace heddle::report
