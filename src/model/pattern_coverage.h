// SPDX-License-Identifier: Apache-2.0
// MAP coverage as a value: which memory-access patterns executions had, and how many there may be (PCR, section 2.4). A
// harness records what each execution adds; the records of all jobs and of their restarted processes are summed up by
// summarise. Patterns and sites are numbers that mean the same in every process that runs the same binary.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace heddle::model {

// What a site does with memory that threads share.
struct SiteUse {
  std::uint64_t site = 0; // its address
  bool reads = false;
  bool writes = false;
  std::uint64_t neighbour = 0; // a site that accesses the same variable; may be itself

  bool operator==(const SiteUse&) const = default;
};

// What one execution added to the coverage of its process. A group of lines in the coverage file.
struct CoverageRecord {
  static constexpr int kVersion = 1;

  std::uint64_t execution = 0; // of the search, from 1
  double seconds = 0;          // since exploring began
  bool isFull = false;         // further patterns are not recorded
  std::vector<std::uint64_t> patterns;
  std::vector<SiteUse> sites;

  bool empty() const { return !isFull && patterns.empty() && sites.empty(); }
};

std::string toText(const CoverageRecord& record);
// Ignores a torn record at the end or in the middle.
std::vector<CoverageRecord> coverageRecordsFromText(std::string_view text);

// The union of records.
//
// The paper counts sites per field of a class. Here a variable is what sites have in common: two sites that access a
// common location access the same variable, in whatever object it is. So the elements of an array, and a field of all
// objects, are one variable.
class PatternCoverage {
public:
  // Further ones are not kept, so that memory stays flat.
  static constexpr std::size_t kMostPatterns = 1'000'000;

  explicit PatternCoverage(std::size_t mostPatterns = kMostPatterns) : most_(mostPatterns) {}

  // Both return whether this was new.
  bool addPattern(std::uint64_t pattern);
  bool addSite(const SiteUse& use);

  std::uint64_t covered() const { return patterns_.size(); }
  bool has(std::uint64_t pattern) const { return patterns_.contains(pattern); }
  bool isFull() const { return isFull_; }

  // T_C, the paper's estimate of how many patterns there are, from the sites added so far. Most of them cannot occur.
  // Not a strict limit: two elements of an array are one variable, but can be the two variables of a pattern.
  std::uint64_t estimatedTotal() const;

private:
  using Index = std::uint32_t;
  struct Site {
    bool reads = false;
    bool writes = false;
    Index parent; // towards the site that stands for the variable, which is its own parent
  };
  Index indexOf(std::uint64_t site);
  Index variableOf(Index site) const;

  std::size_t most_;
  bool isFull_ = false;
  std::unordered_set<std::uint64_t> patterns_;
  std::unordered_map<std::uint64_t, Index> indices_; // by address
  std::vector<Site> sites_;
};

// The coverage of a run.
struct CoverageSummary {
  std::uint64_t patterns = 0;
  std::uint64_t estimatedPatterns = 0;
  bool isFull = false; // some process had more than it kept
  struct Growth {
    double seconds = 0;
    std::uint64_t execution = 0;
    std::uint64_t patterns = 0; // up to and including this execution

    bool operator==(const Growth&) const = default;
  };
  static constexpr std::size_t kMostGrowth = 200;
  std::vector<Growth>
      growth; // at most kMostGrowth of the executions that added something; the last is among them
};

// The records may be in any order. Growth follows the numbers of executions, not time, so that it does not depend on how
// fast the jobs were.
CoverageSummary summarise(std::vector<CoverageRecord> records);

} // namespace heddle::model
