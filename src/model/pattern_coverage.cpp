// SPDX-License-Identifier: Apache-2.0
#include "model/pattern_coverage.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "model/forms/text_form.h"
#include "support/check.h"

namespace heddle::model {

template <typename Form, Is<CoverageRecord> Value>
void describe(Form& form, Value& record) {
  form.field("execution", record.execution);
  form.field("seconds", record.seconds);
  form.field("full", record.isFull);
  form.list("patterns", record.patterns);
  form.rows("site", record.sites, [](auto& use) {
    return std::tie(use.site, use.reads, use.writes, use.neighbour);
  });
}

std::string toText(const CoverageRecord& record) {
  return writeAppendable("coverage", record);
}

std::vector<CoverageRecord> coverageRecordsFromText(std::string_view text) {
  return readAppended<CoverageRecord>(text, "coverage");
}

bool PatternCoverage::addPattern(std::uint64_t pattern) {
  if (patterns_.size() < most_)
    return patterns_.insert(pattern).second;
  isFull_ = isFull_ || !patterns_.contains(pattern);
  return false;
}

bool PatternCoverage::addSite(const SiteUse& use) {
  const std::size_t before = sites_.size();
  const Index index = indexOf(use.site);
  const Index variable = variableOf(index);
  const Index neighbours = variableOf(indexOf(use.neighbour));
  Site& site = sites_[index];
  const bool isNew = sites_.size() > before || variable != neighbours ||
                     (use.reads && !site.reads) || (use.writes && !site.writes);
  site.reads = site.reads || use.reads;
  site.writes = site.writes || use.writes;
  sites_[variable].parent = neighbours;
  return isNew;
}

PatternCoverage::Index PatternCoverage::indexOf(std::uint64_t site) {
  const auto next = static_cast<Index>(sites_.size());
  const auto [known, isNew] = indices_.try_emplace(site, next);
  if (isNew)
    sites_.push_back({.parent = next});
  return known->second;
}

PatternCoverage::Index PatternCoverage::variableOf(Index site) const {
  while (sites_[site].parent != site)
    site = sites_[site].parent;
  return site;
}

std::uint64_t PatternCoverage::estimatedTotal() const {
  struct Counts {
    double reads = 0;
    double writes = 0;
  };
  std::map<Index, Counts> variables;
  for (Index site = 0; site < sites_.size(); ++site) {
    Counts& counts = variables[variableOf(site)];
    counts.reads += sites_[site].reads ? 1 : 0;
    counts.writes += sites_[site].writes ? 1 : 0;
  }
  double total = 0;
  // Over pairs of variables, a sum of products is half of what is not on the diagonal of the square of the sum.
  double writers = 0;
  double writersSquared = 0;
  double both = 0;
  double bothSquared = 0;
  for (const auto& [variable, counts] : variables) {
    const double r = counts.reads;
    const double w = counts.writes;
    total += 2 * r * w + w * w + r * r * w + 3 * r * w * w + w * w * w;
    writers += w * w;
    writersSquared += w * w * w * w;
    both += r * w;
    bothSquared += r * w * r * w;
  }
  total += 3 * (writers * writers - writersSquared) / 2 + 6 * (both * both - bothSquared) / 2;
  constexpr double kMost = 9e18; // fits
  return static_cast<std::uint64_t>(std::min(total, kMost));
}

namespace {

// At equal distances; the last one stays.
std::vector<CoverageSummary::Growth> thinnedOut(const std::vector<CoverageSummary::Growth>& all,
                                                std::size_t most) {
  HEDDLE_CHECK(most > 1) << "a curve of " << most << " points";
  if (all.size() <= most)
    return all;
  std::vector<CoverageSummary::Growth> some;
  some.reserve(most);
  for (std::size_t i = 0; i < most; ++i)
    some.push_back(all[i * (all.size() - 1) / (most - 1)]);
  return some;
}

} // namespace

CoverageSummary summarise(std::vector<CoverageRecord> records) {
  std::ranges::sort(records, {}, &CoverageRecord::execution);
  std::size_t patterns = 0;
  for (const CoverageRecord& record : records)
    patterns += record.patterns.size();
  PatternCoverage all(patterns);
  CoverageSummary summary;
  std::vector<CoverageSummary::Growth> growth;
  double seconds = 0;
  for (const CoverageRecord& record : records) {
    const std::uint64_t before = all.covered();
    for (const std::uint64_t pattern : record.patterns)
      all.addPattern(pattern);
    for (const SiteUse& use : record.sites)
      all.addSite(use);
    summary.isFull = summary.isFull || record.isFull;
    seconds = std::max(seconds, record.seconds);
    if (all.covered() == before)
      continue;
    if (!growth.empty() && growth.back().execution == record.execution)
      growth.pop_back();
    growth.push_back(
        {.seconds = seconds, .execution = record.execution, .patterns = all.covered()});
  }
  summary.patterns = all.covered();
  summary.estimatedPatterns = all.estimatedTotal();
  summary.growth = thinnedOut(growth, CoverageSummary::kMostGrowth);
  return summary;
}

} // namespace heddle::model
