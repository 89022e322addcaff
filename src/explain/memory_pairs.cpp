// SPDX-License-Identifier: Apache-2.0
// Unserialisable interleavings, after Lu, Tucek, Qin and Zhou, "AVIO: Detecting Atomicity Violations via Access Interleaving Invariants"
// (ASPLOS 2006): of the eight ways in which an access of another thread can come between two accesses of one thread, four have no
// equivalent serial order (R-W-R, W-W-R, R-W-W, W-R-W). Such an order is common in correct executions too. It explains a failure only if
//   - the schedule forced it: the thread was preempted between its two accesses, or waited there for a lock. A minimised schedule has
//     no preemption that the failure does not need;
//   - the values differ from those of the serial order;
//   - the failure depends on the memory.
// Orders of two variables follow the same rules.
#include "explain/memory_pairs.h"

#include <algorithm>

namespace heddle::explain {

using model::OrderedPair;
using model::PairKind;
using model::StepKind;
using model::SwitchReason;

namespace {

constexpr std::size_t kMaxPairs = 2;
// Each costs a walk over the steps. A minimised schedule has fewer; of others the last ones matter.
constexpr std::size_t kMaxGaps = 32;

// The steps [first, end) ran while `thread`, whose last step before is first - 1, was stopped.
struct Gap {
  std::uint16_t thread = 0;
  std::size_t first = 0, end = 0;
  bool isPreemption = false;
};

struct Candidate {
  OrderedPair pair;
  int score = 0;
  std::size_t last = 0; // step of its last access
};

class Search {
public:
  Search(const PairedSteps& steps, const Decision& decision) : steps_(steps), decision_(decision) {}

  std::vector<OrderedPair> run() {
    findGaps();
    std::vector<Candidate> found;
    for (const Gap& gap : gaps_) {
      if (auto best = bestIn(gap))
        found.push_back(std::move(*best));
    }
    if (found.empty())
      return readTooEarly();
    keepBest(found);
    std::vector<OrderedPair> pairs;
    for (Candidate& candidate : found)
      pairs.push_back(std::move(candidate.pair));
    return pairs;
  }

private:
  bool failed(std::size_t step) const { return decision_.thread == steps_.thread(step); }

  void findGaps() {
    for (std::size_t i = steps_.size(); i-- > 1 && gaps_.size() < kMaxGaps;) {
      const std::uint16_t thread = steps_.thread(i - 1);
      const bool isPreemption = steps_.step(i).switched.reason == SwitchReason::Preempted;
      if (thread == steps_.thread(i) || !(isPreemption || waitsForLock(i - 1)))
        continue;
      const auto end =
          steps_.firstFrom(i, [&](std::size_t k) { return steps_.thread(k) == thread; });
      gaps_.push_back({.thread = thread,
                       .first = i,
                       .end = end.value_or(steps_.size()),
                       .isPreemption = isPreemption});
    }
    std::ranges::reverse(gaps_);
  }

  bool waitsForLock(std::size_t i) const {
    if (steps_.step(i).kind != StepKind::Block)
      return false;
    const auto operation = static_cast<model::EventKind>(steps_.event(i).value);
    return operation == model::EventKind::Lock || operation == model::EventKind::LockShared;
  }

  std::optional<Candidate> bestIn(const Gap& gap) const {
    std::optional<Candidate> best = between(gap);
    if (best || !gap.isPreemption)
      return best;
    best = aroundTwo(gap);
    if (!best)
      best = insideTwo(gap);
    return best ? best : unfinished(gap);
  }

  // The best ones, the latest if there are more, in the order in which they happened.
  static void keepBest(std::vector<Candidate>& found) {
    const int best = std::ranges::max_element(found, {}, &Candidate::score)->score;
    std::erase_if(found, [&](const Candidate& candidate) { return candidate.score < best; });
    std::ranges::sort(found, {}, &Candidate::last);
    if (found.size() > kMaxPairs)
      found.erase(found.begin(), found.end() - kMaxPairs);
  }

  // One variable: the thread's last access before the gap, one in the gap, the thread's first access after it.
  std::optional<Candidate> between(const Gap& gap) const {
    std::map<std::uint32_t, std::size_t> before;
    for (std::size_t i = 0; i < gap.first; ++i) {
      if (steps_.thread(i) == gap.thread && steps_.isAccess(i))
        before[steps_.location(i)] = i;
    }
    std::optional<Candidate> best;
    std::map<std::uint32_t, std::size_t> seen;
    for (std::size_t last = gap.end; last < steps_.size(); ++last) {
      if (steps_.thread(last) != gap.thread || !steps_.isAccess(last))
        continue;
      const auto first = before.find(steps_.location(last));
      if (first == before.end() || !seen.emplace(first->first, last).second)
        continue;
      const auto remote = remoteIn(gap, first->second, last);
      if (remote && decision_.dependsOn(steps_.location(last), last))
        keepBetter(best, gap, {first->second, *remote, last});
    }
    return best;
  }

  struct Triple {
    std::size_t first, remote, last;
  };

  // The thread that failed saw the wrong value last; of other threads the accesses next to the gap are the ones that belong together.
  void keepBetter(std::optional<Candidate>& best, const Gap& gap, const Triple& triple) const {
    const auto& [first, remote, last] = triple;
    Candidate candidate{.pair = steps_.pair(PairKind::Between, {first, remote, last}),
                        .score = (failed(last) ? 4 : 0) + (failed(remote) ? 2 : 0) +
                                 (gap.isPreemption ? 1 : 0),
                        .last = last};
    const bool isBetter = !best || (failed(last) && last > best->last);
    if (isBetter)
      best = std::move(candidate);
  }

  std::optional<std::size_t> remoteIn(const Gap& gap, std::size_t first, std::size_t last) const {
    return steps_.lastBefore(gap.end, [&](std::size_t i) {
      return i >= gap.first && steps_.location(i) == steps_.location(first) &&
             isUnserialisable(first, i, last);
    });
  }

  bool isUnserialisable(std::size_t first, std::size_t remote, std::size_t last) const {
    const bool lastUpdates = steps_.reads(last) && steps_.writes(last);
    // A compare-and-swap notices the change itself; atomic updates do not depend on what was there before.
    if (steps_.step(last).kind == StepKind::CompareAndSwap || (lastUpdates && steps_.writes(first)))
      return false;
    if (steps_.writes(remote) && !steps_.mayDiffer(first, remote))
      return false;
    if (steps_.writes(remote) && steps_.reads(last) && !lastUpdates)
      return steps_.mayDiffer(first, last);
    if (steps_.writes(remote) && steps_.reads(first) && steps_.writes(last))
      return steps_.mayDiffer(remote, last);
    return steps_.writes(first) && steps_.reads(remote) && !steps_.writes(remote) &&
           steps_.writes(last) && !lastUpdates && steps_.mayDiffer(first, last) && failed(remote);
  }

  std::optional<std::size_t>
  lastWriteIn(const Gap& gap, std::uint32_t location, std::optional<std::uint16_t> writer) const {
    return steps_.lastBefore(gap.end, [&](std::size_t i) {
      return i >= gap.first && steps_.location(i) == location && steps_.writes(i) &&
             (!writer || steps_.thread(i) == *writer);
    });
  }

  bool isRelevantReader(std::uint16_t thread) const {
    return !decision_.thread || *decision_.thread == thread;
  }

  // Two variables: the thread read one before and the other after another thread wrote both.
  std::optional<Candidate> aroundTwo(const Gap& gap) const {
    if (!isRelevantReader(gap.thread) || gap.end == steps_.size())
      return std::nullopt;
    for (std::size_t last = gap.end; last < steps_.size(); ++last) {
      if (steps_.thread(last) != gap.thread)
        return std::nullopt;
      const auto second = lastWriteIn(gap, steps_.location(last), std::nullopt);
      if (!isPlainRead(last) || !second || !decision_.dependsOn(steps_.location(last), last))
        continue;
      const auto first = steps_.lastBefore(gap.first, [&](std::size_t i) {
        return steps_.thread(i) == gap.thread && isPlainRead(i) &&
               steps_.location(i) != steps_.location(last) && steps_.isSameFunction(i, last) &&
               isOverwritten(gap, i, steps_.thread(*second));
      });
      if (!first)
        continue;
      const auto write = lastWriteIn(gap, steps_.location(*first), steps_.thread(*second));
      return Candidate{.pair = steps_.pair(PairKind::AroundTwo, {*first, *write, *second, last}),
                       .score = 5,
                       .last = last};
    }
    return std::nullopt;
  }

  bool isPlainRead(std::size_t i) const { return steps_.reads(i) && !steps_.writes(i); }

  bool isOverwritten(const Gap& gap, std::size_t read, std::uint16_t writer) const {
    const auto write = lastWriteIn(gap, steps_.location(read), writer);
    return write && steps_.mayDiffer(read, *write);
  }

  // The last write before the read, if the preempted thread made it in the turn that the gap interrupts.
  std::optional<std::size_t> interruptedWrite(const Gap& gap, std::size_t read) const {
    const auto write = steps_.lastBefore(read, [&](std::size_t i) {
      return steps_.location(i) == steps_.location(read) && steps_.writes(i);
    });
    if (!write || *write >= gap.first || steps_.thread(*write) != gap.thread)
      return std::nullopt;
    const auto otherBefore =
        steps_.lastBefore(gap.first, [&](std::size_t i) { return steps_.thread(i) != gap.thread; });
    return !otherBefore || *otherBefore < *write ? write : std::nullopt;
  }

  // Two variables: another thread read both between the thread's writes.
  std::optional<Candidate> insideTwo(const Gap& gap) const {
    for (std::size_t read = gap.end; read-- > gap.first;) {
      if (!isPlainRead(read) || !isRelevantReader(steps_.thread(read)))
        continue;
      const auto write = interruptedWrite(gap, read);
      if (!write || !decision_.dependsOn(steps_.location(read), read))
        continue;
      for (std::size_t next = gap.end; next < steps_.size(); ++next) {
        const auto other = lastReadIn(gap, steps_.thread(read), steps_.location(next));
        const bool isSecond = steps_.thread(next) == gap.thread && steps_.writes(next) && other &&
                              steps_.location(next) != steps_.location(read) &&
                              steps_.isSameFunction(*write, next) && steps_.mayDiffer(*other, next);
        if (isSecond)
          return Candidate{.pair = steps_.pair(PairKind::InsideTwo, {*write, read, *other, next}),
                           .score = 5,
                           .last = next};
      }
    }
    return std::nullopt;
  }

  std::optional<std::size_t>
  lastReadIn(const Gap& gap, std::uint16_t thread, std::uint32_t location) const {
    return steps_.lastBefore(gap.end, [&](std::size_t i) {
      return i >= gap.first && steps_.thread(i) == thread && isPlainRead(i) &&
             steps_.location(i) == location;
    });
  }

  // The thread that failed read what the preempted thread had just written, and nothing else of its update ever came.
  std::optional<Candidate> unfinished(const Gap& gap) const {
    if (!decision_.thread || gap.end != steps_.size() || runsAgain(gap))
      return std::nullopt;
    for (std::size_t read = gap.end; read-- > gap.first;) {
      if (!failed(read) || !isPlainRead(read))
        continue;
      if (const auto write = interruptedWrite(gap, read))
        return Candidate{
            .pair = steps_.pair(PairKind::Unfinished, {*write, read}), .score = 5, .last = read};
    }
    return std::nullopt;
  }

  bool runsAgain(const Gap& gap) const {
    const auto& events = steps_.trace().events;
    for (std::size_t i = steps_.eventIndex(gap.first); i < events.size(); ++i) {
      if (events[i].thread == gap.thread)
        return true;
    }
    return false;
  }

  // The last value that the failing thread read is one that no other thread had written yet.
  std::vector<OrderedPair> readTooEarly() const {
    if (!decision_.thread)
      return {};
    const auto read = steps_.lastBefore(
        steps_.size(), [&](std::size_t i) { return failed(i) && steps_.isAccess(i); });
    if (!read || !isPlainRead(*read))
      return {};
    const auto isOther = [&](std::size_t i) {
      return !failed(i) && steps_.location(i) == steps_.location(*read) && steps_.writes(i);
    };
    const auto write = steps_.firstFrom(*read + 1, isOther);
    if (!write || steps_.lastBefore(*read, isOther) || !steps_.mayDiffer(*read, *write))
      return {};
    return {steps_.pair(PairKind::Before, {*read, *write})};
  }

  const PairedSteps& steps_;
  const Decision& decision_;
  std::vector<Gap> gaps_;
};

} // namespace

std::vector<OrderedPair> memoryPairs(const PairedSteps& steps, const Decision& decision) {
  return Search(steps, decision).run();
}

} // namespace heddle::explain
