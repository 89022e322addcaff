// SPDX-License-Identifier: Apache-2.0
#include "campaign/merge.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "support/check.h"

namespace heddle::campaign {

namespace {

using Records = std::vector<model::FindingRecord>;

// Candidates of one job, by signature. Later records with the same signature update `seen`.
std::map<std::uint64_t, Candidate> candidatesOf(const Records& records) {
  std::map<std::uint64_t, Candidate> out;
  for (const model::FindingRecord& record : records) {
    const auto [it, isNew] =
        out.try_emplace(record.signature, Candidate{.original = record, .minimised = {}});
    if (record.minimised)
      it->second.minimised = record;
    if (!isNew)
      it->second.original.seen = std::max(it->second.original.seen, record.seen);
  }
  return out;
}

// Wrong results have no source location. Two of them from different generated tests are the same finding if the minimised
// test of one has the concurrent calls of the other, with --keep-going only if the tests are equal. `candidates` are in the
// order of the report; the first of each stays.
void dropRepeatedTests(std::vector<Candidate>& candidates, bool keepGoing) {
  std::vector<Candidate> kept;
  for (Candidate& candidate : candidates) {
    const auto sameTest = [&](const Candidate& other) {
      return candidate.minimised && other.minimised &&
             candidate.minimised->kind == model::FindingKind::Linearizability &&
             other.minimised->kind == model::FindingKind::Linearizability &&
             (candidate.minimised->test == other.minimised->test ||
              (!keepGoing && model::hasLanesOf(candidate.minimised->test, other.minimised->test)));
    };
    HEDDLE_CHECK(!candidate.minimised ||
                 candidate.minimised->signature == candidate.original.signature)
        << "a record was merged with the smaller schedule of another";
    const auto earlier = std::ranges::find_if(kept, sameTest);
    if (earlier == kept.end())
      kept.push_back(std::move(candidate));
    else
      earlier->original.seen += candidate.original.seen;
  }
  candidates = std::move(kept);
}

} // namespace

std::uint64_t lastCountedExecution(const std::vector<Records>& jobs,
                                   const model::HarnessRequest& request) {
  constexpr auto kNone = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t last = request.executions == 0 ? kNone : request.executions - 1;
  // Checks count steps, not executions, and stop by themselves.
  if (model::generatesTests(request.mode))
    return kNone;
  if (request.keepGoing)
    return last;
  for (const Records& records : jobs) {
    for (const model::FindingRecord& record : records) {
      const bool isRace = record.kind == model::FindingKind::DataRace;
      last = std::min(last, record.step + (isRace ? request.afterRace : 0));
    }
  }
  return last;
}

std::vector<Candidate> mergeRecords(const std::vector<Records>& jobs,
                                    const model::HarnessRequest& request) {
  const std::uint64_t last = lastCountedExecution(jobs, request);
  std::map<std::uint64_t, Candidate> merged;
  for (const Records& records : jobs) {
    for (auto& [signature, candidate] : candidatesOf(records)) {
      if (candidate.original.step > last)
        continue;
      const auto [it, isNew] = merged.try_emplace(signature, candidate);
      if (isNew)
        continue;
      const std::uint64_t seen = it->second.original.seen + candidate.original.seen;
      if (candidate.original.step < it->second.original.step)
        it->second = candidate;
      it->second.original.seen = seen;
    }
  }
  std::vector<Candidate> out;
  out.reserve(merged.size());
  for (auto& [signature, candidate] : merged)
    out.push_back(std::move(candidate));
  // Failures come before the races that may be their cause.
  const auto rank = [](const Candidate& candidate) {
    const model::FindingRecord& record = candidate.original;
    return std::tuple(record.kind == model::FindingKind::DataRace, record.step, record.signature);
  };
  std::ranges::sort(out, {}, rank);
  dropRepeatedTests(out, request.keepGoing);
  HEDDLE_CHECK(std::ranges::is_sorted(out, {}, rank)) << "merged records are out of order";
  HEDDLE_CHECK(std::ranges::all_of(out, [&](const Candidate& candidate) {
    return candidate.original.step <= last;
  })) << "a record of an execution after the last that counts";
  return out;
}

model::CoverageSummary mergeCoverage(std::vector<model::CoverageRecord> records,
                                     std::uint64_t lastExecution) {
  std::erase_if(records, [&](const model::CoverageRecord& record) {
    return record.execution - 1 > lastExecution;
  });
  return summarise(std::move(records));
}

} // namespace heddle::campaign
