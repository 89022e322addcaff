// SPDX-License-Identifier: Apache-2.0
#include "model/completeness.h"

#include <algorithm>

namespace heddle::model {

namespace {

constexpr std::array<std::string_view, 5> kVerdicts = {
    "found", "verified", "not-found", "inconclusive", "unsupported"};

constexpr std::array<std::string_view, kNotCompared> kReasons = {
    "reads-clock", "class-threads", "result-type", "gave-up-lock"};

struct GapRow {
  Gap gap;
  std::string_view name;
  Verdict atBest; // the strongest verdict that it allows
  bool (*isIn)(const Completeness&);
};

constexpr std::array kRows = {
#define HEDDLE_GAP(id, name, verdict, condition)                                                   \
  GapRow{Gap::id, name, Verdict::verdict, [](const Completeness& c) -> bool { return condition; }},
#include "model/lists/gaps.def"
#undef HEDDLE_GAP
};

} // namespace

std::string_view toText(Verdict verdict) {
  return kVerdicts[static_cast<std::size_t>(verdict)];
}

std::string_view toText(NotCompared reason) {
  return kReasons[static_cast<std::size_t>(reason)];
}

std::string_view toText(Gap gap) {
  return kRows[static_cast<std::size_t>(gap)].name;
}

std::vector<Gap> gapsOf(const Completeness& completeness) {
  std::vector<Gap> gaps;
  for (const GapRow& row : kRows)
    if (row.isIn(completeness))
      gaps.push_back(row.gap);
  return gaps;
}

Verdict verdictOf(const Completeness& completeness, bool found) {
  if (found)
    return Verdict::Found;
  Verdict verdict = Verdict::Verified;
  for (const GapRow& row : kRows)
    if (row.isIn(completeness))
      verdict = std::max(verdict, row.atBest);
  return verdict;
}

} // namespace heddle::model
