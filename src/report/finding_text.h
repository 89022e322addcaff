// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "model/finding.h"
#include "report/paint.h"
#include "report/words/wording.h"

namespace heddle::report {

struct FindingTextOptions {
  std::size_t width = 100;
  std::size_t maxLines = 45;
  std::string outDirectory;
};

// The whole story of one finding, on one screen.
Lines findingText(const model::Finding& finding,
                  const FindingTextOptions& options,
                  const Paint& paint);

// Verdict, place, reason for its severity and how to see the rest, in one line if it fits.
Lines findingLine(const model::Finding& finding,
                  const FindingTextOptions& options,
                  const Paint& paint);

// Verdict, place and how to see the rest, one line each.
Lines findingInBrief(const model::Finding& finding,
                     const FindingTextOptions& options,
                     const Paint& paint);

// "freed by T2"; "" when no earlier event matters.
std::string relatedText(const model::RelatedEvent& related);

// What else there is to know, one line each.
Lines notesOf(const model::Finding& finding);

} // namespace heddle::report
