// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "calls/call_catalogue.h"

namespace heddle::reproduce {

// The candidates of a search, and the order in which they become tests.
//
// Rules about calls that run alone say which candidates are worth a test. A rule may be wrong, so nothing is discarded:
// three searches share the work, measured in executions.
//   - Guided: what the rules keep; when nothing is left, longer prefixes.
//   - Learned: what they leave out, those with the fewest doubts first.
//   - InOrder: everything, in the order in which a search without rules would try it.
// The guided search begins alone. Then one fifth of its work is Learned. Once both are kTolerance ahead of the search in
// order, they get one sixth of all work. So the whole costs at most kTolerance + 1.2 times a search without rules: work
// on a prefix that the search in order has reached is work that a search without rules does, too.
class CandidateQueue {
public:
  static constexpr std::uint64_t kGuidedAlone = 16'000; // executions
  static constexpr std::uint64_t kPartialWait = 2'000;  // arbitrary, well below kGuidedAlone
  static constexpr std::uint64_t kTolerance = 20'000;
  static constexpr std::uint64_t kGuidedPerLearned = 4;
  static constexpr std::uint64_t kInOrderPerAhead = 5;
  static constexpr unsigned kMostDoubts = 7; // more count as this many

  enum class Search : std::uint8_t { Guided, Learned, InOrder };

  struct Candidate {
    std::uint32_t node = 0; // the prefix, numbered in the order of the search
    calls::CallId crashing = 0, other = 0;
    std::uint64_t coverage = 0; // of the two calls
    bool isLeftOut = false;
    unsigned doubts = 0;
  };

  // The candidates that follow belong to the next prefix. Returns its number.
  std::uint32_t beginNode();
  // `cost`: what it took to find its candidates.
  void chargeNode(std::uint64_t cost) { charge(nodes() - 1, Search::Guided, cost); }

  void keep(const Candidate& candidate);
  // The crashing call executes only `sites` of the accesses at the point of failure. Waits until takePartial().
  void keepPartial(const Candidate& candidate, std::size_t sites);
  void leaveOut(const Candidate& candidate);

  // The search whose turn it is.
  Search turn() const;
  // The next candidate of a search that has not been taken; nothing if there is none.
  std::optional<Candidate> takeKept();
  // Those that execute most of the failing line first.
  std::optional<Candidate> takePartial();
  // `isExplored`: a candidate like this one has become a test since. Such candidates come last.
  std::optional<Candidate> takeLearned(const std::function<bool(const Candidate&)>& isExplored);
  std::optional<Candidate> takeInOrder();
  // What the test of the candidate that was taken last cost.
  void chargeTest(std::uint64_t cost) { charge(takenNode_, takenBy_, cost); }

  bool hasPartial() const { return !partial_.empty(); }
  // Whether a search for calls that execute all of these accesses is worth more work. Often no call does: an access may
  // clean up after an exception, or the line is not known and the function has branches.
  bool mayPartialWait() const { return guided_ < partialSince_ + kPartialWait; }

private:
  using Place = std::uint64_t; // counted from the first candidate of the run
  struct Entry {
    Candidate candidate;
    bool isTaken = false;
  };
  struct Partial {
    Place place;
    std::size_t sites;
  };

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(costs_.size()); }
  Place add(const Candidate& candidate);
  std::optional<Candidate> take(Place place, Search search);
  void passNodesUntil(std::uint32_t node);
  void charge(std::uint32_t node, Search search, std::uint64_t cost);

  std::deque<Entry> entries_; // those that the search in order has not passed
  Place first_ = 0;           // of entries_.front()
  std::deque<Place> kept_;
  std::deque<Partial> partial_;
  std::uint64_t partialSince_ = 0;                         // guided_ when the first of them came
  std::array<std::deque<Place>, kMostDoubts + 1> leftOut_; // by doubts

  std::vector<std::uint64_t>
      costs_; // by node, of what was done for it before the search in order reached it
  std::uint32_t passed_ = 0; // nodes that the search in order has reached
  std::uint64_t guided_ = 0, learned_ = 0;
  std::uint64_t ahead_ = 0;   // cost that a search without rules would not have had yet
  std::uint64_t inOrder_ = 0; // cost that it would have had
  std::uint32_t takenNode_ = 0;
  Search takenBy_ = Search::Guided;
};

} // namespace heddle::reproduce
