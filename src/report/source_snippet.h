// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explain/source_files.h"
#include "model/finding.h"
#include "report/paint.h"
#include "report/words/wording.h"

namespace heddle::report {

// The source lines that take part in the failure, each with what the threads do there:
//
//    |
// 18 |   if (balance_ < amount) return false;
//    |       -------- T1 reads 1000; T2 reads 1000
// 21 |   balance_ = balance_ - amount;
//    |   ^^^^^^^^ T1 writes 500
//
// `^` marks the place of the finding. Empty when the source cannot be read.
Lines sourceSnippet(const model::Finding& finding,
                    explain::SourceFiles& sources,
                    std::size_t width,
                    const Paint& paint);

// Where to underline in `line`, from 0: the occurrence nearest to `column` (from 1) of `variable`, else
// of the object that the code there works on, else the word at `column`.
struct Underline {
  std::size_t begin = 0;
  std::size_t length = 1;
  bool operator==(const Underline&) const = default;
};
Underline underlineIn(std::string_view line, unsigned column, std::string_view variable);

} // namespace heddle::report
