// SPDX-License-Identifier: Apache-2.0
#include "model/completeness.h"

#include <algorithm>

#include "support/check.h"

namespace heddle::model {

namespace {

constexpr std::array<std::string_view, 5> kVerdicts = {
    "found", "verified", "not-found", "inconclusive", "unsupported"};

constexpr std::array<std::string_view, kNotCompared> kReasons = {
    "reads-clock", "class-threads", "result-type", "gave-up-lock", "lock-was-held"};

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

constexpr bool rowsAreInOrder() {
  for (std::size_t i = 0; i < kRows.size(); ++i)
    if (static_cast<std::size_t>(kRows[i].gap) != i)
      return false;
  return true;
}
static_assert(rowsAreInOrder(), "toText(Gap) finds a row by its index");

void checkCounts(const Completeness& completeness) {
  HEDDLE_CHECK(completeness.testsExhausted <= completeness.tests)
      << completeness.testsExhausted << " of " << completeness.tests << " tests are exhausted";
  for (const std::uint64_t methods : {completeness.methodsTested,
                                      completeness.methodsNotDriven,
                                      completeness.methodsNeverReturned,
                                      completeness.methodsPrecompiled,
                                      completeness.methodsNotConcurrent})
    HEDDLE_CHECK(methods <= completeness.methods)
        << methods << " of " << completeness.methods << " methods are counted";
  for (const std::uint64_t methods : completeness.methodsNotCompared)
    HEDDLE_CHECK(methods <= completeness.methods)
        << methods << " of " << completeness.methods << " methods are not compared";
}

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
  checkCounts(completeness);
  if (found)
    return Verdict::Found;
  Verdict verdict = Verdict::Verified;
  for (const GapRow& row : kRows)
    if (row.isIn(completeness))
      verdict = std::max(verdict, row.atBest);
  HEDDLE_CHECK(verdict != Verdict::Verified || completeness.isExhausted())
      << "verified, but not every interleaving was run";
  return verdict;
}

} // namespace heddle::model
