// SPDX-License-Identifier: Apache-2.0
#include "reproduce/candidate_queue.h"

#include <algorithm>
#include <iterator>

#include "support/check.h"

namespace heddle::reproduce {

std::uint32_t CandidateQueue::beginNode() {
  costs_.push_back(0);
  return nodes() - 1;
}

CandidateQueue::Place CandidateQueue::add(const Candidate& candidate) {
  HEDDLE_CHECK(candidate.node + 1 == nodes()) << "a candidate of a prefix that is not the last";
  entries_.push_back({.candidate = candidate});
  return first_ + entries_.size() - 1;
}

void CandidateQueue::keep(const Candidate& candidate) {
  kept_.push_back(add(candidate));
}

void CandidateQueue::keepPartial(const Candidate& candidate, std::size_t sites) {
  if (partial_.empty())
    partialSince_ = guided_;
  auto after =
      std::ranges::find_if(partial_, [&](const Partial& other) { return other.sites < sites; });
  HEDDLE_CHECK(after == partial_.begin() || std::prev(after)->sites >= sites)
      << "calls that reach the point of failure are out of order";
  partial_.insert(after, {.place = add(candidate), .sites = sites});
}

void CandidateQueue::leaveOut(const Candidate& candidate) {
  Place place = add(candidate);
  entries_.back().candidate.isLeftOut = true;
  leftOut_[std::min(candidate.doubts, kMostDoubts)].push_back(place);
}

CandidateQueue::Search CandidateQueue::turn() const {
  if (ahead_ > kTolerance + inOrder_ / kInOrderPerAhead)
    return Search::InOrder;
  return guided_ > kGuidedAlone + kGuidedPerLearned * learned_ ? Search::Learned : Search::Guided;
}

std::optional<CandidateQueue::Candidate> CandidateQueue::take(Place place, Search search) {
  if (place < first_ || entries_[place - first_].isTaken)
    return std::nullopt;
  Entry& entry = entries_[place - first_];
  entry.isTaken = true;
  takenNode_ = entry.candidate.node;
  takenBy_ = search;
  return entry.candidate;
}

std::optional<CandidateQueue::Candidate> CandidateQueue::takeKept() {
  while (!kept_.empty()) {
    Place place = kept_.front();
    kept_.pop_front();
    if (auto candidate = take(place, Search::Guided))
      return candidate;
  }
  return std::nullopt;
}

std::optional<CandidateQueue::Candidate> CandidateQueue::takePartial() {
  while (!partial_.empty()) {
    Place place = partial_.front().place;
    partial_.pop_front();
    if (auto candidate = take(place, Search::Guided))
      return candidate;
  }
  return std::nullopt;
}

std::optional<CandidateQueue::Candidate>
CandidateQueue::takeLearned(const std::function<bool(const Candidate&)>& isExplored) {
  for (unsigned doubts = 0; doubts <= kMostDoubts; ++doubts)
    while (!leftOut_[doubts].empty()) {
      Place place = leftOut_[doubts].front();
      leftOut_[doubts].pop_front();
      if (place < first_ || entries_[place - first_].isTaken)
        continue;
      if (doubts < kMostDoubts && isExplored(entries_[place - first_].candidate))
        leftOut_[kMostDoubts].push_back(place);
      else
        return take(place, Search::Learned);
    }
  return std::nullopt;
}

std::optional<CandidateQueue::Candidate> CandidateQueue::takeInOrder() {
  while (!entries_.empty()) {
    std::uint32_t node = entries_.front().candidate.node;
    passNodesUntil(node);
    std::optional<Candidate> candidate = take(first_, Search::InOrder);
    entries_.pop_front();
    ++first_;
    if (candidate)
      return candidate;
  }
  return std::nullopt;
}

// What was done for these prefixes, a search without rules has done by now.
void CandidateQueue::passNodesUntil(std::uint32_t node) {
  for (; passed_ <= node; ++passed_) {
    HEDDLE_CHECK(ahead_ >= costs_[passed_]) << "more work is passed than was done";
    ahead_ -= costs_[passed_];
    inOrder_ += costs_[passed_];
  }
}

void CandidateQueue::charge(std::uint32_t node, Search search, std::uint64_t cost) {
  HEDDLE_CHECK(node < nodes()) << "work for a prefix that does not exist";
  guided_ += search == Search::Guided ? cost : 0;
  learned_ += search == Search::Learned ? cost : 0;
  if (node < passed_) {
    inOrder_ += cost;
    return;
  }
  costs_[node] += cost;
  ahead_ += cost;
}

} // namespace heddle::reproduce
