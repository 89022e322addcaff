// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <unordered_set>
#include <vector>

#include "model/forms/enum_set.h"
#include "model/lists/pattern_rules.h"
#include "patterns/access_variables.h"
#include "trace/execution_trace.h"

namespace heddle::patterns {

// One access of a pattern: enough to recognise it in another execution.
struct PatternStep {
  runtime::ThreadId thread;
  const abi::SiteRecord* site; // trace::ThreadAccess
  std::uintptr_t place;
  std::uint32_t occurrence;
  trace::EventIndex event;           // trace::ThreadAccess
  std::vector<std::uintptr_t> locks; // under which it is made
};

using PatternRules = model::EnumSet<model::PatternRule>;

// An order of two to four accesses of two threads. In the table in pattern_rows.h, its first step is that of a.
struct AccessPattern {
  unsigned row = 0; // of the table; 0: none
  std::uint64_t key =
      0; // the same for the same row at the same sites, whatever threads and addresses
  std::uint64_t instance = 0; // the same for the same occurrences at these sites
  std::vector<PatternStep> steps = {};
};

// Predicts patterns that executions can have, from what threads were seen to do. Each row is predicted once for the
// same sites in the same places, or twice if the threads can change roles. So a hundred equal threads do not cost a
// hundred times the work. Lives for one search.
class PatternPredictor {
public:
  struct Options {
    // Rows 1 to 3: pairs of accesses in the order that no execution has had. If false: only what is impossible in every
    // serial order of two calls.
    bool pairs = true;
    // Patterns that were predicted from earlier profiles are predicted again.
    bool repeats = false;
    // Two accesses of a thread may have reads of its own between them that do not interrupt the pattern.
    bool ownReads = true;
    // So many times that a thread passes a site count as different accesses.
    std::uint32_t occurrences = 1;
    // The predictor applies NonDefined, HappensBefore and Interrupted, and ignores the others.
    PatternRules rules = PatternRules::all();
    std::size_t mostPatterns = 1000;  // per prediction
    std::size_t mostChecks = 200'000; // candidates looked at, per prediction
  };
  explicit PatternPredictor(const Options& options) : options_(options) {}

  // An execution had these pairs.
  void observe(const trace::ExecutionTrace& trace);

  // The patterns that were not predicted before; those over one variable first.
  std::vector<AccessPattern> predict(const Profiles& profiles);
  // Whether the last prediction stopped at a limit.
  bool isFull() const;

private:
  using Place = AccessPlace;
  using Variable = AccessVariables::Variable;
  // Two accesses of a thread in one call. Whether it reads their memory between them; if it writes, they do not form a pair.
  struct Pair {
    std::uint32_t profile, first, second;
    bool readsFirst = false;
    bool readsSecond = false;
  };

  struct SharedAccess {
    std::uint32_t access;
    Variable variable;
    std::uint64_t number;
  };

  const trace::ThreadAccess& at(const Place& place) const {
    return (*profiles_)[place.profile].accesses[place.access];
  }
  runtime::ThreadId threadOf(const Place& place) const {
    return (*profiles_)[place.profile].thread;
  }
  bool areOfTwoThreads(const std::vector<Place>& accesses) const;
  // Whether two threads access it. Other variables do not form patterns.
  bool isShared(Variable variable) const { return !representatives_[variable].empty(); }
  std::vector<SharedAccess> sharedAccesses(std::uint32_t profile) const;
  std::vector<Place> representativesOf(const std::vector<Place>& accesses) const;
  std::uint64_t numberOf(const Place& place) const;
  std::uint64_t circumstances(const Place& place) const;
  void addPairsOf(Variable variable);
  void addTriplesOf(Variable variable);
  void addQuadruples();
  void addQuadruple(const Pair& mine, const Pair& theirs);
  std::vector<Pair> pairsOnVariable(Variable variable) const;
  std::vector<Pair> pairsOverTwoVariables(std::uint32_t profile) const;
  void add(unsigned row, std::initializer_list<Place> places);
  bool isFeasible(std::span<const Place> places) const;
  bool isForced(std::span<const Place> places) const;
  bool mustPrecede(const Place& earlier, const Place& later) const;
  const trace::Surroundings& surroundingsOf(const Place& place) const {
    return (*profiles_)[place.profile].surroundings[at(place).surroundings];
  }
  bool has(model::PatternRule rule) const { return options_.rules.has(rule); }
  bool isInterrupted(const Pair& pair, const Place& atFirst, const Place& atSecond) const;
  template <typename Visitor>
  void forEachNext(const std::vector<Place>& places, std::size_t first, Visitor visit) const;

  Options options_;
  std::unordered_set<std::uint64_t> observed_;  // pairs, by key
  std::unordered_set<std::uint64_t> predicted_; // by instance and direction
  // While it predicts:
  const Profiles* profiles_ = nullptr;
  const AccessVariables* variables_ = nullptr;
  // By variable: a few accesses of each site; none if one thread accesses it alone.
  std::vector<std::vector<Place>> representatives_;
  std::vector<AccessPattern> patterns_;
  std::size_t checks_ = 0;
};

} // namespace heddle::patterns
