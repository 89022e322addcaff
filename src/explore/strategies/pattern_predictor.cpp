// SPDX-License-Identifier: Apache-2.0
// Problem: find those interleavings of threads that matter.
// Idea: predictive trace analysis. The accesses that threads were seen to make are put into the orders that concurrency
// bugs need, and those that locks, or creating and joining threads, forbid are dropped. Each remaining one is a
// coverage requirement, which is tested by an execution that follows it (active_strategy.h).
// Papers: tracing threads one after the other is AutoConTest's idea (section 4.4); the patterns are those of Park,
// Vuduc, Harrold (ICST 2012) and Vaziri, Tip, Dolby (POPL 2006), as listed in PCR, Table 1. With a, b two threads, R
// and W a read and a write of variables x and y:
//   1  aRx bWx         7  aRx bWx aWx        13  aWx bRy bRx aWy
//   2  aWx bRx         8  aWx bWx aWx        14  aRx bWx bWy aRy
//   3  aWx bWx         9  aWx bWx bWy aWy    15  aRx bWy bWx aRy
//   4  aRx bWx aRx    10  aWx bWy bWx aWy    16  aRx bWy aRy bWx
//   5  aWx bWx aRx    11  aWx bWy aWy bWx    17  aWx bRy aWy bRx
//   6  aWx bRx aWx    12  aWx bRx bRy aWy
// Rows 4 to 17 cannot occur in a serial execution of two atomic regions. In a test a call is a region: accesses of
// different calls of one thread do not form a pattern, because two calls need not be atomic together (AutoConTest,
// section 4.1). In a program a thread is one region. As in PCR (rule 5), a thread's accesses to a variable in a pattern
// are consecutive.
// How we differ: a variable is memory that overlapping accesses connect, because in C++ a copy may cover several; a few
// representatives stand for all accesses at a site, because patterns are counted by site; what threads do may come from
// different executions, each with another thread first.
#include "explore/strategies/pattern_predictor.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "support/check.h"
#include "support/hash.h"
#include "trace/locations.h"

namespace heddle::explore {

using runtime::ThreadId;
using trace::HeldSpan;
using trace::ThreadAccess;
using trace::ThreadAccesses;

namespace {

constexpr unsigned kMostRepresentatives = 3; // threads that represent a site, at one variable
constexpr std::size_t kMostPairs =
    300; // over two variables, of one thread; beyond it is a loop over many
constexpr std::uint32_t kWindow = 256; // accesses between the two of such a pair

std::uint64_t number(const abi::SiteRecord* site) {
  return reinterpret_cast<std::uintptr_t>(site);
}

std::uint64_t pairKey(unsigned row, const abi::SiteRecord* first, const abi::SiteRecord* second) {
  return Hasher().add(row).add(number(first)).add(number(second)).value();
}

// The row of two conflicting accesses in this order.
unsigned rowOfPair(bool firstWrites, bool secondWrites) {
  if (firstWrites && secondWrites)
    return 3;
  return firstWrites ? 2 : 1;
}

// The row of x, x, x with these two accesses of one thread and one of another between them; 0: serialisable.
unsigned
rowOfTriple(const ThreadAccess& first, const ThreadAccess& between, const ThreadAccess& last) {
  if (between.writes) {
    if (first.reads && last.reads)
      return 4;
    if (first.writes && last.reads)
      return 5;
    if (first.reads && last.writes)
      return 7;
    return 8;
  }
  return first.writes && last.writes ? 6 : 0;
}

bool bothRead(const ThreadAccess& one, const ThreadAccess& other) {
  return one.reads && other.reads;
}
bool bothWrite(const ThreadAccess& one, const ThreadAccess& other) {
  return one.writes && other.writes;
}

bool contains(const std::vector<HeldSpan>& spans, const HeldSpan& span) {
  return std::ranges::find(spans, span) != spans.end();
}

bool keepsOut(const HeldSpan& span, const std::vector<HeldSpan>& others) {
  return std::ranges::any_of(others, [&](const HeldSpan& other) { return span.excludes(other); });
}

// Equal for threads that do the same at the same places.
std::uint64_t shapeOf(const ThreadAccesses& profile) {
  Hasher hasher;
  for (const ThreadAccess& access : profile.accesses)
    hasher.add(number(access.site));
  return hasher.value();
}

} // namespace

// ---- what was seen ----------------------------------------------------------------------------------------

void PatternPredictor::observe(const trace::ExecutionTrace& trace) {
  if (!options_.pairs)
    return;
  trace::Locations locations(trace);
  for (trace::LocationIndex at = 0; at < locations.count(); ++at) {
    std::span<const trace::EventIndex> accesses = locations.accesses(at);
    for (std::size_t i = 1; i < accesses.size(); ++i) {
      trace::EventIndex first = accesses[i - 1];
      trace::EventIndex second = accesses[i];
      bool conflict = trace.writes(first) || trace.writes(second);
      if (!conflict || trace.thread(first) == trace.thread(second))
        continue;
      unsigned row = rowOfPair(trace.writes(first), trace.writes(second));
      observed_.insert(pairKey(row, trace.site(first), trace.site(second)));
    }
  }
}

// ---- prediction -------------------------------------------------------------------------------------------

std::vector<AccessPattern> PatternPredictor::predict(const Profiles& profiles) {
  profiles_ = &profiles;
  patterns_.clear();
  checks_ = 0;
  AccessVariables variables(profiles);
  variables_ = &variables;
  representatives_.clear();
  for (Variable variable = 0; variable < variables.count(); ++variable)
    representatives_.push_back(representativesOf(variables.accesses(variable)));
  for (Variable variable = 0; variable < variables.count(); ++variable)
    addTriplesOf(variable);
  if (options_.pairs)
    for (Variable variable = 0; variable < variables.count(); ++variable)
      addPairsOf(variable);
  addQuadruples();
  HEDDLE_CHECK(patterns_.size() <= options_.mostPatterns)
      << patterns_.size() << " patterns were predicted, at most " << options_.mostPatterns
      << " are wanted";
  return std::move(patterns_);
}

bool PatternPredictor::isFull() const {
  return patterns_.size() >= options_.mostPatterns || checks_ >= options_.mostChecks;
}

// For each site and its circumstances, the first access of a few threads.
std::vector<PatternPredictor::Place>
PatternPredictor::representativesOf(const std::vector<Place>& accesses) const {
  std::set<std::pair<std::uint64_t, std::uint32_t>> seen;
  std::map<std::uint64_t, unsigned> counts;
  std::vector<Place> result;
  for (const Place& place : accesses) {
    std::uint64_t kind = Hasher().add(number(at(place).site)).add(circumstances(place)).value();
    if (seen.emplace(kind, place.profile).second && counts[kind]++ < kMostRepresentatives)
      result.push_back(place);
  }
  return result;
}

// What decides, in addition to the site, whether an access fits into a pattern.
std::uint64_t PatternPredictor::circumstances(const Place& place) const {
  Hasher hasher;
  for (const HeldSpan& span : (*profiles_)[place.profile].held(at(place)))
    hasher.add(span.lock).add(span.shared ? 1 : 0);
  return hasher.add(at(place).surroundings).value();
}

void PatternPredictor::addPairsOf(Variable variable) {
  const std::vector<Place>& places = representatives_[variable];
  for (const Place& first : places)
    for (const Place& second : places) {
      if (isFull())
        return;
      ++checks_;
      if (threadOf(first) == threadOf(second) || !at(first).conflictsWith(at(second)))
        continue;
      unsigned row = rowOfPair(at(first).writes, at(second).writes);
      if (!observed_.contains(pairKey(row, at(first).site, at(second).site)))
        add(row, {first, second});
    }
}

void PatternPredictor::addTriplesOf(Variable variable) {
  for (const Pair& pair : pairsOnVariable(variable))
    for (const Place& between : representatives_[variable]) {
      if (isFull())
        return;
      ++checks_;
      Place first{pair.profile, pair.first};
      Place last{pair.profile, pair.second};
      if (threadOf(between) == threadOf(first) || !at(between).overlaps(at(first)) ||
          !at(between).overlaps(at(last)))
        continue;
      if (unsigned row = rowOfTriple(at(first), at(between), at(last)); row != 0)
        add(row, {first, between, last});
    }
}

// Consecutive accesses of a thread: for each pair of sites and their circumstances, the first of a few threads.
std::vector<PatternPredictor::Pair> PatternPredictor::pairsOnVariable(Variable variable) const {
  const std::vector<Place>& places = variables_->accesses(variable);
  std::set<std::pair<std::uint64_t, std::uint32_t>> seen;
  std::map<std::uint64_t, unsigned> counts;
  std::vector<Pair> pairs;
  for (auto first = places.begin(); first != places.end(); ++first) {
    auto next = std::find_if(first + 1, places.end(), [&](const Place& later) {
      return later.profile != first->profile || at(later).overlaps(at(*first));
    });
    if (next == places.end() || next->profile != first->profile ||
        at(*next).call != at(*first).call)
      continue;
    Hasher kind;
    for (const Place& place : {*first, *next})
      kind.add(number(at(place).site)).add(circumstances(place));
    kind.add(at(*first).held == at(*next).held ? 1 : 0);
    if (seen.emplace(kind.value(), first->profile).second &&
        counts[kind.value()]++ < kMostRepresentatives)
      pairs.push_back({first->profile, first->access, next->access});
  }
  return pairs;
}

// ---- two variables ----------------------------------------------------------------------------------------

void PatternPredictor::addQuadruples() {
  std::map<std::uint64_t, unsigned> shapes;
  std::map<std::pair<Variable, Variable>, std::vector<Pair>> byVariables;
  for (std::uint32_t profile = 0; profile < profiles_->size(); ++profile) {
    if (shapes[shapeOf((*profiles_)[profile])]++ >= kMostRepresentatives)
      continue;
    for (const Pair& pair : pairsOverTwoVariables(profile)) {
      Variable x = variables_->of({.profile = profile, .access = pair.first});
      Variable y = variables_->of({.profile = profile, .access = pair.second});
      byVariables[std::minmax(x, y)].push_back(pair);
    }
  }
  for (const auto& [variables, pairs] : byVariables)
    for (const Pair& mine : pairs)
      for (const Pair& theirs : pairs) {
        if (isFull())
          return;
        ++checks_;
        if (threadOf({.profile = mine.profile, .access = 0}) !=
            threadOf({.profile = theirs.profile, .access = 0}))
          addQuadruple(mine, theirs);
      }
}

// Each pair of sites and addresses once.
std::vector<PatternPredictor::Pair>
PatternPredictor::pairsOverTwoVariables(std::uint32_t profile) const {
  const std::vector<ThreadAccess>& accesses = (*profiles_)[profile].accesses;
  std::vector<Pair> pairs;
  std::unordered_set<std::uint64_t> seen;
  std::vector<Variable> between;
  for (std::uint32_t i = 0; i < accesses.size() && pairs.size() < kMostPairs; ++i) {
    between.clear();
    Variable own = variables_->of({.profile = profile, .access = i});
    if (own == AccessVariables::kNone)
      continue;
    auto last = std::min<std::size_t>(accesses.size(), i + kWindow);
    for (std::uint32_t k = i + 1; k < last && pairs.size() < kMostPairs; ++k) {
      Variable other = variables_->of({.profile = profile, .access = k});
      if (accesses[k].call != accesses[i].call || other == own)
        break;
      if (other == AccessVariables::kNone || std::ranges::find(between, other) != between.end())
        continue;
      between.push_back(other);
      std::uint64_t key = Hasher()
                              .add(number(accesses[i].site))
                              .add(accesses[i].address)
                              .add(number(accesses[k].site))
                              .add(accesses[k].address)
                              .value();
      if (seen.insert(key).second)
        pairs.push_back({profile, i, k});
    }
  }
  return pairs;
}

void PatternPredictor::addQuadruple(const Pair& mine, const Pair& theirs) {
  Place a1{mine.profile, mine.first};
  Place a2{mine.profile, mine.second};
  Place b1{theirs.profile, theirs.first};
  Place b2{theirs.profile, theirs.second};
  bool sameOrder = at(a1).overlaps(at(b1)) && at(a2).overlaps(at(b2));
  bool otherOrder = at(a1).overlaps(at(b2)) && at(a2).overlaps(at(b1));
  if (!sameOrder && !otherOrder)
    return;
  // `row` is the row in which b visits x first; in the next one it visits y first.
  unsigned row = 0;
  unsigned alternating = 0;
  if (bothWrite(at(a1), at(a2)) && bothWrite(at(b1), at(b2))) {
    row = 9;
    alternating = 11;
  } else if (bothWrite(at(a1), at(a2)) && bothRead(at(b1), at(b2))) {
    row = 12;
    alternating = 17;
  } else if (bothRead(at(a1), at(a2)) && bothWrite(at(b1), at(b2))) {
    row = 14;
    alternating = 16;
  } else {
    return;
  }
  add(sameOrder ? row : row + 1, {a1, b1, b2, a2});
  if (otherOrder)
    add(alternating, {a1, b1, a2, b2});
}

// ---- candidates -------------------------------------------------------------------------------------------

void PatternPredictor::add(unsigned row, std::initializer_list<Place> places) {
  Hasher hasher;
  hasher.add(row);
  for (const Place& place : places)
    hasher.add(number(at(place).site));
  std::uint64_t key = hasher.value();
  bool isForward = threadOf(places.begin()[0]) < threadOf(places.begin()[1]);
  std::uint64_t directed = hasher.add(isForward ? 1 : 0).value();
  if (isFull() || predicted_.contains(directed) || !isFeasible(places) || isForced(places))
    return;
  predicted_.insert(directed);
  AccessPattern& pattern =
      patterns_.emplace_back(AccessPattern{.row = row, .key = key, .steps = {}});
  for (const Place& place : places) {
    const ThreadAccesses& profile = (*profiles_)[place.profile];
    PatternStep& step = pattern.steps.emplace_back(PatternStep{.thread = profile.thread,
                                                               .site = at(place).site,
                                                               .place = at(place).place,
                                                               .occurrence = at(place).occurrence,
                                                               .locks = {}});
    for (const HeldSpan& span : profile.held(at(place)))
      step.locks.push_back(span.lock);
  }
}

// Whether every execution has it, or none that ends.
bool PatternPredictor::isForced(std::span<const Place> places) const {
  for (std::size_t i = 1; i < places.size(); ++i)
    if (threadOf(places[i - 1]) != threadOf(places[i]) && !mustPrecede(places[i - 1], places[i]))
      return false;
  return true;
}

// Returns false if a lock that is held over two steps excludes a step between them, or if creating or joining threads
// puts two steps into the opposite order.
bool PatternPredictor::isFeasible(std::span<const Place> places) const {
  auto heldAt = [&](const Place& place) -> const std::vector<HeldSpan>& {
    return (*profiles_)[place.profile].held(at(place));
  };
  for (std::size_t first = 0; first < places.size(); ++first)
    for (std::size_t last = first + 1; last < places.size(); ++last) {
      if (mustPrecede(places[last], places[first]))
        return false;
      if (places[first].profile != places[last].profile)
        continue;
      for (std::size_t between = first + 1; between < last; ++between)
        for (const HeldSpan& span : heldAt(places[first]))
          if (places[between].profile != places[first].profile &&
              contains(heldAt(places[last]), span) && keepsOut(span, heldAt(places[between])))
            return false;
    }
  return true;
}

// Whether creating and joining threads leaves no other order.
bool PatternPredictor::mustPrecede(const Place& earlier, const Place& later) const {
  return surroundingsOf(earlier).later.contains(threadOf(later)) ||
         surroundingsOf(later).earlier.contains(threadOf(earlier));
}

} // namespace heddle::explore
