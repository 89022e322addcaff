// SPDX-License-Identifier: Apache-2.0
// Unserialisable interleavings, after Lu, Tucek, Qin and Zhou, "AVIO: Detecting Atomicity Violations via Access Interleaving Invariants"
// (ASPLOS 2006): of the eight ways in which an access of another thread can come between two accesses of one thread, four have no
// equivalent serial order (R-W-R, W-W-R, R-W-W, W-R-W). Such an order is common in correct executions too. It explains a failure only if
//   - the schedule forced it: the thread was preempted between its two accesses, or waited there for a lock. A minimised schedule has
//     no preemption that the failure does not need;
//   - the values differ from those of the serial order;
//   - the failure depends on the memory.
// Accesses that a common lock protects may be meant to be interrupted: such an order explains the failure if there is no better one.
// Orders of two variables follow the same rules.
#include "explain/memory_pairs.h"

#include <algorithm>
#include <ranges>
#include <set>

namespace heddle::explain {

using model::OrderedPair;
using model::PairKind;
using model::StepKind;
using model::SwitchReason;

namespace {

constexpr std::size_t kMaxPairs = 2;
// Each costs a walk over the steps. A minimised schedule has fewer; of others the last ones matter.
constexpr std::size_t kMaxGaps = 32;
// Steps before or after a gap in which accesses of two variables are looked for: those that belong together are near it.
constexpr std::size_t kNear = 1000;

// How much a pair says about the failure.
enum class Strength : std::uint8_t {
  OthersWaitForLock, // the failing thread only read the result
  OthersPreempted,
  Unfinished,
  CameBetween,
  SawChangeAfterLock,
  SawChange, // both sides of the change
};

// The steps [first, end) ran while `thread`, whose last step before is first - 1, was stopped.
struct Gap {
  std::uint16_t thread = 0;
  std::size_t first = 0, end = 0;
  bool isPreemption = false;
  std::map<std::uint32_t, std::vector<std::size_t>> accesses = {}; // in the gap, by location
};

struct Candidate {
  OrderedPair pair;
  Strength strength = Strength::OthersWaitForLock;
  std::size_t last = 0;     // step of its last access
  bool isProtected = false; // all accesses are under one lock, which was released in between

  auto rank() const { return std::pair(!isProtected, strength); }
};

// A value that the stopped thread wrote in the turn that the gap interrupts, and a read of it in the gap.
struct EarlyRead {
  std::size_t write = 0, read = 0;
};

// A value that the stopped thread read in the turn that the gap interrupts, and a write to the same memory in the gap.
struct LateWrite {
  std::size_t read = 0, write = 0;
};

// The locks that the thread of each step holds.
class LockSets {
public:
  explicit LockSets(const PairedSteps& steps) {
    sets_.reserve(steps.size());
    std::map<std::uint16_t, std::set<std::uint32_t>> held;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      std::set<std::uint32_t>& locks = held[steps.thread(i)];
      update(steps, i, locks);
      sets_.push_back(&*known_.insert(locks).first);
    }
  }

  bool haveCommon(std::initializer_list<std::size_t> steps) const {
    return std::ranges::any_of(*sets_[*steps.begin()], [&](std::uint32_t lock) {
      return std::ranges::all_of(steps, [&](std::size_t i) { return sets_[i]->contains(lock); });
    });
  }

private:
  static void update(const PairedSteps& steps, std::size_t i, std::set<std::uint32_t>& locks) {
    switch (steps.step(i).kind) {
    case StepKind::Lock:
    case StepKind::LockShared:
      locks.insert(steps.location(i));
      break;
    case StepKind::TryLock:
    case StepKind::TryLockShared:
      if (steps.step(i).value.kind == model::ValueKind::Taken)
        locks.insert(steps.location(i));
      break;
    case StepKind::Unlock:
    case StepKind::UnlockShared:
      locks.erase(steps.location(i));
      break;
    default:
      break;
    }
  }

  std::set<std::set<std::uint32_t>> known_;
  std::vector<const std::set<std::uint32_t>*> sets_; // by step, into known_
};

class Search {
public:
  Search(const PairedSteps& steps, const Decision& decision)
      : steps_(steps), decision_(decision), locks_(steps) {}

  std::vector<OrderedPair> run() {
    std::vector<Candidate> found;
    for (const Gap& gap : findGaps()) {
      if (auto best = bestIn(gap))
        found.push_back(std::move(*best));
    }
    if (found.empty())
      return readTooEarly();
    keepBest(found);
    std::vector<OrderedPair> pairs;
    pairs.reserve(found.size());
    for (Candidate& candidate : found)
      pairs.push_back(std::move(candidate.pair));
    return pairs;
  }

private:
  bool failed(std::size_t step) const { return decision_.thread == steps_.thread(step); }
  bool isPlainRead(std::size_t i) const { return steps_.reads(i) && !steps_.writes(i); }
  bool mayDecide(std::uint16_t thread) const {
    return !decision_.thread || *decision_.thread == thread;
  }

  std::vector<Gap> findGaps() const {
    std::vector<Gap> gaps;
    for (std::size_t i = steps_.size(); i-- > 1 && gaps.size() < kMaxGaps;) {
      const bool isPreemption = steps_.step(i).switched.reason == SwitchReason::Preempted;
      if (steps_.thread(i - 1) != steps_.thread(i) && (isPreemption || waitsForLock(i - 1)))
        gaps.push_back(gapAt(i, isPreemption));
    }
    return gaps;
  }

  Gap gapAt(std::size_t first, bool isPreemption) const {
    Gap gap{.thread = steps_.thread(first - 1),
            .first = first,
            .end = first,
            .isPreemption = isPreemption};
    for (; gap.end < steps_.size() && steps_.thread(gap.end) != gap.thread; ++gap.end) {
      if (steps_.isAccess(gap.end))
        gap.accesses[steps_.location(gap.end)].push_back(gap.end);
    }
    return gap;
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
    if (best = aroundTwo(gap); best)
      return best;
    const std::vector<EarlyRead> reads = earlyReads(gap);
    best = insideTwo(gap, reads);
    return best ? best : unfinished(gap, reads);
  }

  // The best ones, the latest if there are more, in the order in which they happened.
  static void keepBest(std::vector<Candidate>& found) {
    const auto best = std::ranges::max_element(found, {}, &Candidate::rank)->rank();
    std::erase_if(found, [&](const Candidate& candidate) { return candidate.rank() < best; });
    std::ranges::sort(found, {}, &Candidate::last);
    if (found.size() > kMaxPairs)
      found.erase(found.begin(), found.end() - kMaxPairs);
  }

  // The last access in the gap to that memory that matches.
  template <typename Matches>
  static std::optional<std::size_t>
  lastIn(const Gap& gap, std::uint32_t location, Matches matches) {
    const auto accesses = gap.accesses.find(location);
    if (accesses == gap.accesses.end())
      return std::nullopt;
    const auto found = std::ranges::find_if(std::ranges::reverse_view(accesses->second), matches);
    return found == accesses->second.rend() ? std::nullopt : std::optional(*found);
  }

  std::optional<std::size_t> lastWriteIn(const Gap& gap, std::uint32_t location) const {
    return lastIn(gap, location, [&](std::size_t i) { return steps_.writes(i); });
  }

  // One variable: the thread's last access before the gap, one in the gap, the thread's first access after it. The thread that failed
  // saw the wrong value last; of other threads the accesses next to the gap are the ones that belong together.
  std::optional<Candidate> between(const Gap& gap) const {
    std::map<std::uint32_t, std::size_t> before;
    for (std::size_t i = 0; i < gap.first; ++i) {
      if (steps_.thread(i) == gap.thread && gap.accesses.contains(steps_.location(i)))
        before[steps_.location(i)] = i;
    }
    std::optional<Candidate> best;
    for (std::size_t last = gap.end; last < steps_.size() && !before.empty(); ++last) {
      const auto first =
          steps_.thread(last) == gap.thread ? before.find(steps_.location(last)) : before.end();
      if (first == before.end() || !steps_.isAccess(last))
        continue;
      const auto remote = lastIn(gap, first->first, [&](std::size_t i) {
        return isUnserialisable(first->second, i, last);
      });
      if (remote && decision_.dependsOn(first->first, failed(*remote) ? *remote : last))
        keepBetter(best,
                   {.pair = steps_.pair(PairKind::Between, {first->second, *remote, last}),
                    .strength = strengthOf(gap, *remote, last),
                    .last = last,
                    .isProtected = locks_.haveCommon({first->second, *remote, last})});
      before.erase(first);
    }
    return best;
  }

  void keepBetter(std::optional<Candidate>& best, Candidate candidate) const {
    const bool isLater = best && candidate.rank() == best->rank() && failed(candidate);
    if (!best || candidate.rank() > best->rank() || isLater)
      best = std::move(candidate);
  }

  bool failed(const Candidate& candidate) const {
    return decision_.thread == candidate.pair.accesses.back().thread;
  }

  Strength strengthOf(const Gap& gap, std::size_t remote, std::size_t last) const {
    if (failed(last))
      return gap.isPreemption ? Strength::SawChange : Strength::SawChangeAfterLock;
    if (failed(remote))
      return Strength::CameBetween;
    return gap.isPreemption ? Strength::OthersPreempted : Strength::OthersWaitForLock;
  }

  bool isUnserialisable(std::size_t first, std::size_t remote, std::size_t last) const {
    const bool lastUpdates = steps_.reads(last) && steps_.writes(last);
    // A compare-and-swap notices the change itself; atomic updates do not depend on what was there before.
    if (steps_.step(last).kind == StepKind::CompareAndSwap || (lastUpdates && steps_.writes(first)))
      return false;
    if (!steps_.writes(
            remote)) // W-R-W happens all the time: it matters only to the thread that failed
      return failed(remote) && steps_.writes(first) && steps_.writes(last) && !lastUpdates &&
             steps_.mayDiffer(first, last);
    if (!steps_.mayDiffer(first, remote))
      return false;
    if (steps_.writes(last)) // even if it writes the same value: it decided to by the old one
      return steps_.reads(first);
    return steps_.mayDiffer(first, last);
  }

  Strength strengthOfTwo() const {
    return decision_.thread ? Strength::SawChange : Strength::OthersPreempted;
  }

  // Two variables: the thread read one before and the other after another thread wrote both.
  std::optional<Candidate> aroundTwo(const Gap& gap) const {
    if (!mayDecide(gap.thread))
      return std::nullopt;
    const std::size_t end = std::min(steps_.size(), gap.end + kNear);
    for (std::size_t last = gap.end; last < end && steps_.thread(last) == gap.thread; ++last) {
      const auto second =
          isPlainRead(last) ? lastWriteIn(gap, steps_.location(last)) : std::nullopt;
      if (!second || !decision_.dependsOn(steps_.location(last), last))
        continue;
      const auto first = readBefore(gap, *second, last);
      if (first)
        return Candidate{
            .pair = steps_.pair(PairKind::AroundTwo, {first->read, first->write, *second, last}),
            .strength = strengthOfTwo(),
            .last = last};
    }
    return std::nullopt;
  }

  // In the turn that the gap interrupts: a read of other memory, which the thread of `write` changed in the gap.
  std::optional<LateWrite> readBefore(const Gap& gap, std::size_t write, std::size_t last) const {
    const std::size_t begin = gap.first - std::min(gap.first, kNear);
    for (std::size_t end = gap.first; end > begin && steps_.thread(end - 1) == gap.thread; --end) {
      const std::size_t i = end - 1;
      const auto change = isPlainRead(i) ? lastWriteIn(gap, steps_.location(i)) : std::nullopt;
      if (change && steps_.location(i) != steps_.location(last) &&
          steps_.thread(*change) == steps_.thread(write) && steps_.isSameFunction(i, last) &&
          steps_.mayDiffer(i, *change))
        return LateWrite{.read = i, .write = *change};
    }
    return std::nullopt;
  }

  std::vector<EarlyRead> earlyReads(const Gap& gap) const {
    std::vector<EarlyRead> reads;
    std::map<std::uint32_t, std::size_t> written = changesBefore(gap);
    for (std::size_t i = gap.first; i < gap.end && reads.size() < kNear; ++i) {
      const auto write = written.find(steps_.location(i));
      if (write == written.end())
        continue;
      if (isPlainRead(i) && mayDecide(steps_.thread(i)))
        reads.push_back({.write = write->second, .read = i});
      else if (steps_.writes(i))
        written.erase(write);
    }
    return reads;
  }

  // The last write to each location in the turn that the gap interrupts, unless it wrote the value that was there.
  std::map<std::uint32_t, std::size_t> changesBefore(const Gap& gap) const {
    std::size_t begin = gap.first;
    while (begin > 0 && steps_.thread(begin - 1) == gap.thread)
      --begin;
    std::map<std::uint32_t, std::size_t> last, changes;
    for (std::size_t i = 0; i < gap.first; ++i) {
      if (!steps_.isAccess(i))
        continue;
      const auto [before, isFirst] = last.try_emplace(steps_.location(i), i);
      if (i >= begin && steps_.writes(i) && (isFirst || steps_.mayDiffer(before->second, i)))
        changes[steps_.location(i)] = i;
      before->second = i;
    }
    return changes;
  }

  // Two variables: another thread read both between the thread's writes.
  std::optional<Candidate> insideTwo(const Gap& gap, const std::vector<EarlyRead>& reads) const {
    const std::size_t end = std::min(steps_.size(), gap.end + kNear);
    for (std::size_t next = gap.end; next < end && steps_.thread(next) == gap.thread; ++next) {
      for (const auto& [write, read] : std::ranges::reverse_view(reads)) {
        if (!steps_.writes(next) || steps_.location(next) == steps_.location(read) ||
            !steps_.isSameFunction(write, next))
          continue;
        const std::uint16_t reader = steps_.thread(read);
        const auto other = lastIn(gap, steps_.location(next), [&](std::size_t i) {
          return isPlainRead(i) && steps_.thread(i) == reader;
        });
        if (other && steps_.mayDiffer(*other, next) &&
            decision_.dependsOn(steps_.location(read), read))
          return Candidate{.pair = steps_.pair(PairKind::InsideTwo, {write, read, *other, next}),
                           .strength = strengthOfTwo(),
                           .last = next};
      }
    }
    return std::nullopt;
  }

  // The thread that failed read what the preempted thread had just written, and nothing else of its update ever came.
  std::optional<Candidate> unfinished(const Gap& gap, const std::vector<EarlyRead>& reads) const {
    if (!decision_.thread || reads.empty() || gap.end != steps_.size() || runsAgain(gap))
      return std::nullopt;
    const auto& [write, read] = reads.back();
    return Candidate{.pair = steps_.pair(PairKind::Unfinished, {write, read}),
                     .strength = Strength::Unfinished,
                     .last = read};
  }

  // Events that are not steps count, too.
  bool runsAgain(const Gap& gap) const {
    const auto& events = steps_.trace().events;
    const auto first = events.begin() + static_cast<std::ptrdiff_t>(steps_.eventIndex(gap.first));
    return std::any_of(
        first, events.end(), [&](const model::Event& e) { return e.thread == gap.thread; });
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
  LockSets locks_;
};

} // namespace

std::vector<OrderedPair> memoryPairs(const PairedSteps& steps, const Decision& decision) {
  return Search(steps, decision).run();
}

} // namespace heddle::explain
