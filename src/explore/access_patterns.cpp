// SPDX-License-Identifier: Apache-2.0
// Problem: of all interleavings of two calls, those that matter.
// Idea: predictive trace analysis. Each lane was traced alone from the same state; its accesses are then put into
// the orders that violate atomic-set serialisability, and those that locks forbid are dropped. Each that is left is a
// coverage requirement, to be tested by an execution that follows it (active_strategy.h).
// Papers: the traces collected one after the other are AutoConTest's (section 4.4); the patterns are those of Vaziri,
// Tip, Dolby (POPL 2006), as listed in PCR, Table 1, rows 4 to 17. With a, b the two lanes, R and W a read and a
// write of variables x and y:
//   4  aRx bWx aRx     9  aWx bWx bWy aWy    14  aRx bWx bWy aRy
//   5  aWx bWx aRx    10  aWx bWy bWx aWy    15  aRx bWy bWx aRy
//   6  aWx bRx aWx    11  aWx bWy aWy bWx    16  aRx bWy aRy bWx
//   7  aRx bWx aWx    12  aWx bRx bRy aWy    17  aWx bRy aWy bRx
//   8  aWx bWx aWx    13  aWx bRy bRx aWy
// Accesses of different calls of one lane form no pattern: nobody promises that two calls are atomic (AutoConTest,
// section 4.1). As in PCR (rule 5) a lane's accesses to a variable in a pattern are consecutive.
// How we differ: a variable is a range of bytes, since in C++ a copy may cover several.
#include "explore/access_patterns.h"

#include <algorithm>
#include <unordered_set>

#include "support/hash.h"

namespace heddle::explore {

namespace {

// Of the pairs of accesses to different variables in one lane; beyond it the trace is a loop over many.
constexpr std::size_t kMostPairs = 300;

struct Pair {
  std::uint32_t first, second;
};

class Prediction {
public:
  Prediction(const LaneTrace& one, const LaneTrace& other, std::size_t most)
      : traces_{&one, &other}, most_(most) {}

  void addOverOneVariable(unsigned lane);
  void addOverTwoVariables(unsigned lane);

  std::vector<AccessPattern> result() { return std::move(patterns_); }

private:
  const LaneAccess& at(const PatternStep& step) const {
    return traces_[step.lane]->accesses[step.access];
  }
  bool isFull() const { return patterns_.size() >= most_; }
  std::vector<Pair> pairsOverTwoVariables(unsigned lane) const;
  void addTwoVariables(unsigned lane, const Pair& mine, const Pair& theirs);
  void add(AccessPattern pattern);

  const LaneTrace* traces_[2];
  std::size_t most_;
  std::vector<AccessPattern> patterns_;
  std::unordered_set<std::uint64_t> seen_; // by key and lane
};

// The row of x, x, x with these two accesses of one lane and one of the other between them; 0: serialisable.
unsigned rowOf(const LaneAccess& first, const LaneAccess& between, const LaneAccess& last) {
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

// Whether two accesses can both be reads or both be writes.
bool bothRead(const LaneAccess& one, const LaneAccess& other) {
  return one.reads && other.reads;
}
bool bothWrite(const LaneAccess& one, const LaneAccess& other) {
  return one.writes && other.writes;
}

void Prediction::add(AccessPattern pattern) {
  Hasher key;
  key.add(pattern.row);
  for (unsigned i = 0; i < pattern.length; ++i)
    key.add(reinterpret_cast<std::uintptr_t>(at(pattern.steps[i]).site));
  pattern.key = key.value();
  std::uint64_t directed = key.add(pattern.steps[0].lane).value();
  if (isFull() || seen_.contains(directed) || !isFeasible(pattern, *traces_[0], *traces_[1]))
    return;
  seen_.insert(directed);
  patterns_.push_back(pattern);
}

void Prediction::addOverOneVariable(unsigned lane) {
  const std::vector<LaneAccess>& mine = traces_[lane]->accesses;
  const std::vector<LaneAccess>& theirs = traces_[1 - lane]->accesses;
  for (std::uint32_t i = 0; i < mine.size() && !isFull(); ++i) {
    auto next = std::find_if(mine.begin() + i + 1, mine.end(), [&](const LaneAccess& later) {
      return later.overlaps(mine[i]);
    });
    if (next == mine.end() || next->call != mine[i].call)
      continue;
    auto k = static_cast<std::uint32_t>(next - mine.begin());
    for (std::uint32_t j = 0; j < theirs.size(); ++j) {
      if (!theirs[j].overlaps(mine[i]) || !theirs[j].overlaps(mine[k]))
        continue;
      if (unsigned row = rowOf(mine[i], theirs[j], mine[k]); row != 0)
        add({row, 3, {{lane, i}, {1 - lane, j}, {lane, k}}});
    }
  }
}

// Pairs in one call with no access to either variable between them, each pair of sites and addresses once.
std::vector<Pair> Prediction::pairsOverTwoVariables(unsigned lane) const {
  const std::vector<LaneAccess>& accesses = traces_[lane]->accesses;
  std::vector<Pair> pairs;
  std::unordered_set<std::uint64_t> seen;
  for (std::uint32_t i = 0; i < accesses.size(); ++i) {
    const LaneAccess& first = accesses[i];
    for (std::uint32_t k = i + 1; k < accesses.size() && pairs.size() < kMostPairs; ++k) {
      const LaneAccess& second = accesses[k];
      if (second.call != first.call || second.overlaps(first))
        break;
      bool touchedBetween =
          std::any_of(accesses.begin() + i + 1, accesses.begin() + k, [&](const LaneAccess& other) {
            return other.overlaps(second);
          });
      std::uint64_t key = Hasher()
                              .add(reinterpret_cast<std::uintptr_t>(first.site))
                              .add(first.address)
                              .add(reinterpret_cast<std::uintptr_t>(second.site))
                              .add(second.address)
                              .value();
      if (!touchedBetween && seen.insert(key).second)
        pairs.push_back({i, k});
    }
  }
  return pairs;
}

void Prediction::addOverTwoVariables(unsigned lane) {
  std::vector<Pair> mine = pairsOverTwoVariables(lane);
  std::vector<Pair> theirs = pairsOverTwoVariables(1 - lane);
  for (const Pair& pair : mine)
    for (const Pair& other : theirs)
      if (!isFull())
        addTwoVariables(lane, pair, other);
}

void Prediction::addTwoVariables(unsigned lane, const Pair& mine, const Pair& theirs) {
  const LaneAccess& i = traces_[lane]->accesses[mine.first];
  const LaneAccess& l = traces_[lane]->accesses[mine.second];
  const LaneAccess& p = traces_[1 - lane]->accesses[theirs.first];
  const LaneAccess& q = traces_[1 - lane]->accesses[theirs.second];
  bool sameOrder = i.overlaps(p) && l.overlaps(q);
  bool otherOrder = i.overlaps(q) && l.overlaps(p);
  if (!sameOrder && !otherOrder)
    return;
  // Offset to the row in which the other lane visits y first, and to the one in which the lanes alternate.
  unsigned row = 0;
  unsigned alternating = 0;
  if (bothWrite(i, l) && bothWrite(p, q)) {
    row = 9;
    alternating = 11;
  } else if (bothWrite(i, l) && bothRead(p, q)) {
    row = 12;
    alternating = 17;
  } else if (bothRead(i, l) && bothWrite(p, q)) {
    row = 14;
    alternating = 16;
  } else {
    return;
  }
  PatternStep a1{lane, mine.first};
  PatternStep a2{lane, mine.second};
  PatternStep b1{1 - lane, theirs.first};
  PatternStep b2{1 - lane, theirs.second};
  add({sameOrder ? row : row + 1, 4, {a1, b1, b2, a2}});
  if (otherOrder)
    add({alternating, 4, {a1, b1, a2, b2}});
}

bool keepsOut(const HeldSpan& span, const std::vector<HeldSpan>& others) {
  return std::ranges::any_of(others, [&](const HeldSpan& other) {
    return other.lock == span.lock && !(other.shared && span.shared);
  });
}

bool contains(const std::vector<HeldSpan>& spans, const HeldSpan& span) {
  return std::ranges::find(spans, span) != spans.end();
}

} // namespace

bool isFeasible(const AccessPattern& pattern, const LaneTrace& one, const LaneTrace& other) {
  const LaneTrace* traces[] = {&one, &other};
  auto heldAt = [&](unsigned step) -> const std::vector<HeldSpan>& {
    const PatternStep& at = pattern.steps[step];
    return traces[at.lane]->held(traces[at.lane]->accesses[at.access]);
  };
  for (unsigned first = 0; first < pattern.length; ++first)
    for (unsigned last = first + 2; last < pattern.length; ++last)
      for (unsigned between = first + 1; between < last; ++between) {
        if (pattern.steps[first].lane != pattern.steps[last].lane ||
            pattern.steps[between].lane == pattern.steps[first].lane)
          continue;
        for (const HeldSpan& span : heldAt(first))
          if (contains(heldAt(last), span) && keepsOut(span, heldAt(between)))
            return false;
      }
  return true;
}

std::vector<AccessPattern>
predictPatterns(const LaneTrace& one, const LaneTrace& other, std::size_t most) {
  Prediction prediction(one, other, most);
  for (unsigned lane : {0u, 1u})
    prediction.addOverOneVariable(lane);
  for (unsigned lane : {0u, 1u})
    prediction.addOverTwoVariables(lane);
  return prediction.result();
}

} // namespace heddle::explore
