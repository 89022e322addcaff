// SPDX-License-Identifier: Apache-2.0
// Problem: find those interleavings of threads that matter.
// Idea: predictive trace analysis. The accesses that threads were seen to make are put into the orders that concurrency
// bugs need, and those that locks, or creating and joining threads, forbid are dropped. Each remaining one is a
// coverage requirement, which is tested by an execution that follows it (active_strategy.h).
// Papers: tracing threads one after the other is AutoConTest's idea (section 4.4); the patterns and the rules are those
// of PCR (Algorithm 3, pattern_rows.h).
// How we differ: a variable is memory that overlapping accesses connect, because in C++ a copy may cover several; a few
// representatives stand for all accesses at a site, because patterns are counted by site; what threads do may come from
// different executions, each with another thread first.
#include "patterns/pattern_predictor.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "patterns/pattern_rows.h"
#include "support/check.h"
#include "support/hash.h"
#include "trace/locations.h"

namespace heddle::patterns {

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

Kind kindOf(const trace::ExecutionTrace& trace, trace::EventIndex event) {
  return {.reads = trace.reads(event), .writes = trace.writes(event)};
}
Kind kindOf(const ThreadAccess& access) {
  return {.reads = access.reads, .writes = access.writes};
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
      unsigned row = rowOfPair(kindOf(trace, first), kindOf(trace, second));
      observed_.insert(keyOf(row, {trace.site(first), trace.site(second)}));
    }
  }
}

// ---- prediction -------------------------------------------------------------------------------------------

std::vector<AccessPattern> PatternPredictor::predict(const Profiles& profiles) {
  profiles_ = &profiles;
  patterns_.clear();
  if (options_.repeats)
    predicted_.clear();
  checks_ = 0;
  AccessVariables variables(profiles);
  variables_ = &variables;
  representatives_.clear();
  for (Variable variable = 0; variable < variables.count(); ++variable)
    representatives_.push_back(areOfTwoThreads(variables.accesses(variable))
                                   ? representativesOf(variables.accesses(variable))
                                   : std::vector<Place>());
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

bool PatternPredictor::areOfTwoThreads(const std::vector<Place>& accesses) const {
  return std::ranges::any_of(
      accesses, [&](const Place& place) { return threadOf(place) != threadOf(accesses.front()); });
}

// For each site and its circumstances, the first access of a few threads.
std::vector<PatternPredictor::Place>
PatternPredictor::representativesOf(const std::vector<Place>& accesses) const {
  std::set<std::pair<std::uint64_t, std::uint32_t>> seen;
  std::map<std::uint64_t, unsigned> counts;
  std::vector<Place> result;
  for (const Place& place : accesses) {
    std::uint64_t kind = Hasher().add(numberOf(place)).add(circumstances(place)).value();
    if (seen.emplace(kind, place.profile).second && counts[kind]++ < kMostRepresentatives)
      result.push_back(place);
  }
  return result;
}

// The same for accesses that are the same to the predictor.
std::uint64_t PatternPredictor::numberOf(const Place& place) const {
  const std::uint32_t occurrence = std::min(at(place).occurrence, options_.occurrences - 1);
  return Hasher().add(number(at(place).site)).add(occurrence).value();
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
      unsigned row = rowOfPair(kindOf(at(first)), kindOf(at(second)));
      if (!observed_.contains(keyOf(row, {at(first).site, at(second).site})))
        add(row, {first, second});
    }
}

void PatternPredictor::addTriplesOf(Variable variable) {
  if (!isShared(variable))
    return;
  for (const Pair& pair : pairsOnVariable(variable))
    for (const Place& between : representatives_[variable]) {
      if (isFull())
        return;
      ++checks_;
      const Place first{pair.profile, pair.first};
      const Place last{pair.profile, pair.second};
      if (threadOf(between) == threadOf(first) || !at(between).overlaps(at(first)) ||
          !at(between).overlaps(at(last)) || isInterrupted(pair, between, between))
        continue;
      const unsigned row = rowOfTriple(kindOf(at(first)), kindOf(at(between)), kindOf(at(last)));
      const bool conflicts = at(between).writes || (at(first).writes && at(last).writes);
      if (row != 0 || (conflicts && !has(model::PatternRule::NonDefined)))
        add(row, {first, between, last});
    }
}

// An access between the two of a pair that conflicts with the other thread's access to the same memory forms a pattern
// with it, which is the one to look for (PCR, rule 5). `atFirst` and `atSecond` are the other thread's accesses.
bool PatternPredictor::isInterrupted(const Pair& pair,
                                     const Place& atFirst,
                                     const Place& atSecond) const {
  return has(model::PatternRule::Interrupted) &&
         ((pair.readsFirst && at(atFirst).writes) || (pair.readsSecond && at(atSecond).writes));
}

// Accesses of a thread and the next one to the same memory, or the next write: for each pair of sites and their
// circumstances, the first of a few threads.
std::vector<PatternPredictor::Pair> PatternPredictor::pairsOnVariable(Variable variable) const {
  const std::vector<Place>& places = variables_->accesses(variable);
  std::set<std::pair<std::uint64_t, std::uint32_t>> seen;
  std::map<std::uint64_t, unsigned> counts;
  std::vector<Pair> pairs;
  const auto addPair = [&](const Place& first, const Place& last, bool reads) {
    Hasher kind;
    for (const Place& place : {first, last})
      kind.add(numberOf(place)).add(circumstances(place));
    kind.add(at(first).held == at(last).held ? 1 : 0).add(reads ? 1 : 0);
    if (seen.emplace(kind.value(), first.profile).second &&
        counts[kind.value()]++ < kMostRepresentatives)
      pairs.push_back({first.profile, first.access, last.access, reads, reads});
  };
  for (std::size_t first = 0; first < places.size(); ++first)
    forEachNext(
        places, first, [&](const Place& next, bool reads) { addPair(places[first], next, reads); });
  return pairs;
}

// Calls `visit` for the next access of the thread to the memory of `places[first]`, in the same call, and for those
// after it up to the first write, with whether the thread reads between. Without rule 5 it continues.
template <typename Visitor>
void PatternPredictor::forEachNext(const std::vector<Place>& places,
                                   std::size_t first,
                                   Visitor visit) const {
  const Place& from = places[first];
  bool reads = false;
  const std::size_t end = std::min(places.size(), first + kWindow);
  for (std::size_t i = first + 1; i < end; ++i) {
    const Place& next = places[i];
    if (next.profile != from.profile || at(next).call != at(from).call)
      return;
    if (!at(next).overlaps(at(from)))
      continue;
    if (!reads || at(next).writes || !has(model::PatternRule::Interrupted))
      visit(next, reads);
    if (!options_.ownReads || (at(next).writes && has(model::PatternRule::Interrupted)))
      return;
    reads = true;
  }
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

// The accesses of a thread to variables that another thread accesses too, and what makes each of them a different one.
std::vector<PatternPredictor::SharedAccess>
PatternPredictor::sharedAccesses(std::uint32_t profile) const {
  const std::vector<ThreadAccess>& accesses = (*profiles_)[profile].accesses;
  std::vector<SharedAccess> shared;
  for (std::uint32_t i = 0; i < accesses.size(); ++i) {
    const Place place{.profile = profile, .access = i};
    const Variable variable = variables_->of(place);
    if (variable != AccessVariables::kNone && isShared(variable))
      shared.push_back({.access = i,
                        .variable = variable,
                        .number = Hasher().add(numberOf(place)).add(accesses[i].address).value()});
  }
  return shared;
}

// Each pair of sites and addresses once. From an access to x: the next one to y, and the first write to y.
std::vector<PatternPredictor::Pair>
PatternPredictor::pairsOverTwoVariables(std::uint32_t profile) const {
  struct Between {
    std::uint32_t since; // the access to x
    bool isWritten;
  };
  const std::vector<ThreadAccess>& accesses = (*profiles_)[profile].accesses;
  const std::vector<SharedAccess> shared = sharedAccesses(profile);
  const bool stops = has(model::PatternRule::Interrupted);
  std::vector<Pair> pairs;
  std::unordered_set<std::uint64_t> seen;
  std::vector<Between> between(variables_->count(), {.since = ~0U, .isWritten = false});
  for (auto x = shared.begin(); x != shared.end() && pairs.size() < kMostPairs; ++x) {
    bool readsOwn = false;
    for (auto y = x + 1; y != shared.end() && pairs.size() < kMostPairs; ++y) {
      const ThreadAccess& next = accesses[y->access];
      const bool isOwn = y->variable == x->variable;
      const bool interrupts = isOwn && (next.writes || !options_.ownReads);
      if (y->access - x->access >= kWindow || next.call != accesses[x->access].call ||
          (interrupts && stops))
        break;
      readsOwn = readsOwn || isOwn;
      if (isOwn)
        continue;
      Between& before = between[y->variable];
      const bool isFirst = before.since != x->access;
      const bool wasWritten = !isFirst && before.isWritten;
      before = {.since = x->access, .isWritten = wasWritten || next.writes};
      const bool isNext = isFirst || (options_.ownReads && next.writes && !wasWritten);
      if (stops && !isNext)
        continue;
      if (seen.insert(Hasher().add(x->number).add(y->number).value()).second)
        pairs.push_back({profile, x->access, y->access, readsOwn, !isFirst});
    }
  }
  return pairs;
}

void PatternPredictor::addQuadruple(const Pair& mine, const Pair& theirs) {
  const Place a1{mine.profile, mine.first};
  const Place a2{mine.profile, mine.second};
  const Place b1{theirs.profile, theirs.first};
  const Place b2{theirs.profile, theirs.second};
  const bool sameOrder = at(a1).overlaps(at(b1)) && at(a2).overlaps(at(b2));
  const bool otherOrder = at(a1).overlaps(at(b2)) && at(a2).overlaps(at(b1));
  if (!sameOrder && !otherOrder)
    return;
  const Place& bx = sameOrder ? b1 : b2;
  const Place& by = sameOrder ? b2 : b1;
  if (isInterrupted(mine, bx, by) ||
      isInterrupted(theirs, sameOrder ? a1 : a2, sameOrder ? a2 : a1))
    return;
  const QuadrupleRows rows =
      rowsOfQuadruple(kindOf(at(a1)), kindOf(at(a2)), kindOf(at(bx)), kindOf(at(by)));
  const bool isWanted =
      rows.sameOrder != 0 || (!has(model::PatternRule::NonDefined) &&
                              at(a1).conflictsWith(at(bx)) && at(a2).conflictsWith(at(by)));
  if (!isWanted)
    return;
  add(sameOrder ? rows.sameOrder : rows.otherOrder, {a1, b1, b2, a2});
  if (otherOrder)
    add(rows.alternating, {a1, b1, a2, b2});
}

// ---- candidates -------------------------------------------------------------------------------------------

void PatternPredictor::add(unsigned row, std::initializer_list<Place> places) {
  Hasher instance;
  instance.add(row);
  for (const Place& place : places)
    instance.add(numberOf(place));
  const bool isForward = threadOf(places.begin()[0]) < threadOf(places.begin()[1]);
  const std::uint64_t directed = Hasher(instance).add(isForward ? 1 : 0).value();
  if (isFull() || predicted_.contains(directed))
    return;
  if (has(model::PatternRule::HappensBefore) && (!isFeasible(places) || isForced(places)))
    return;
  predicted_.insert(directed);
  AccessPattern& pattern = patterns_.emplace_back(
      AccessPattern{.row = row,
                    .key = keyOf(row, places, [&](const Place& place) { return at(place).site; }),
                    .instance = instance.value(),
                    .steps = {}});
  for (const Place& place : places) {
    const ThreadAccesses& profile = (*profiles_)[place.profile];
    PatternStep& step = pattern.steps.emplace_back(PatternStep{.thread = profile.thread,
                                                               .site = at(place).site,
                                                               .place = at(place).place,
                                                               .occurrence = at(place).occurrence,
                                                               .event = at(place).event,
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

} // namespace heddle::patterns
