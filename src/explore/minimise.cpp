// SPDX-License-Identifier: Apache-2.0
// Problem: a random schedule that fails has dozens of switches, but only one or two matter.
// Idea: three searches, each starting from the best schedule so far, all by running the subject:
// 1. systematic: every schedule with 0, then 1 preemptions, until the budget is used up. Most bugs do not need
//    more (Musuvathi, Qadeer, "Iterative context bounding", PLDI 2007), and a search that reaches its end
//    proves that fewer do not suffice;
// 2. delta debugging (Zeller, Hildebrandt, TSE 2002) over the preemptions of the recorded schedule: leave
//    out halves, quarters, ..., single ones;
// 3. the same number of preemptions with fewer events and switches, segment by segment.
// How we differ from delta debugging of inputs: leaving out a preemption moves operations forwards or
// backwards in time, and then the thread may behave differently. So a candidate is only a proposal; what is
// compared and kept is the schedule that is recorded while following it.
#include "explore/minimise.h"

#include <algorithm>
#include <tuple>

#include "explore/recording.h"
#include "explore/schedule_edits.h"
#include "explore/strategies/dfs_strategy.h"
#include "explore/strategies/replay_strategy.h"
#include "support/check.h"

namespace heddle::explore {

using model::Schedule;

namespace {

class Minimiser {
public:
  Minimiser(Subject& subject,
            const Shows& shows,
            const std::function<bool()>& stop,
            MinimiseBudget budget)
      : subject_(subject), shows_(shows), stop_(stop), budget_(budget) {}

  bool attempt(const Schedule& candidate);
  void searchSystematically(int preemptionBound, unsigned executions);
  void dropPreemptions();
  void shorten();

  unsigned preemptionsLeft() const { return model::preemptions(best_.schedule); }
  unsigned executionsLeft() const;
  MinimisedSchedule result();

private:
  const runtime::Outcome& runFromStart(runtime::Chooser& chooser) {
    return subject_.runFrom(runtime::Run::kFromStart, chooser);
  }
  bool consider(const runtime::Outcome& outcome);
  bool attemptWithout(const std::vector<std::size_t>& segments);
  bool shortenOnce();

  Subject& subject_;
  const Shows& shows_;
  const std::function<bool()>& stop_;
  MinimiseBudget budget_;
  unsigned executions_ = 0;
  std::uint64_t events_ = 0;
  bool found_ = false;
  MinimisedSchedule best_;
};

unsigned Minimiser::executionsLeft() const {
  bool over = events_ >= budget_.events || stop_();
  return over ? 0 : budget_.executions - std::min(executions_, budget_.executions);
}

// Keeps the execution just run if it has the failure at a lower cost.
bool Minimiser::consider(const runtime::Outcome& outcome) {
  ++executions_;
  events_ += outcome.events;
  if (!shows_(outcome))
    return false;
  std::size_t segments = 0;
  runtime::segments(&segments);
  auto price = std::tuple(recordedPreemptions(), outcome.events, segments);
  if (found_ &&
      price >= std::tuple(preemptionsLeft(), best_.events, best_.schedule.segments.size()))
    return false;
  best_.schedule = recordedSchedule();
  HEDDLE_CHECK(preemptionsLeft() == std::get<0>(price))
      << "a schedule has " << preemptionsLeft() << " preemptions, its execution "
      << std::get<0>(price);
  best_.events = outcome.events;
  found_ = true;
  return true;
}

bool Minimiser::attempt(const Schedule& candidate) {
  ReplayStrategy replay(candidate);
  replay.beginExecution(0);
  return consider(runFromStart(replay));
}

void Minimiser::searchSystematically(int preemptionBound, unsigned executions) {
  DfsOptions options;
  options.preemptionBound = preemptionBound;
  options.reduce = false; // count preemptions as the recording does
  DfsStrategy dfs(options);
  unsigned last = executions_ + std::min(executions, executionsLeft());
  while (executions_ < last && executionsLeft() > 0 && dfs.beginExecution(0)) {
    const runtime::Outcome& outcome = runFromStart(dfs);
    bool better = consider(outcome);
    dfs.endExecution({.outcome = outcome});
    if (better && static_cast<int>(preemptionsLeft()) <= preemptionBound)
      return;
  }
}

bool Minimiser::attemptWithout(const std::vector<std::size_t>& segments) {
  return attempt(continuedAtOnce(best_.schedule, segments)) ||
         attempt(putOff(best_.schedule, segments));
}

void Minimiser::dropPreemptions() {
  std::vector<std::size_t> all = preemptedSegments(best_.schedule);
  for (std::size_t chunk = all.size(); chunk > 0; chunk /= 2) {
    for (std::size_t start = 0; start < all.size() && executionsLeft() > 0;) {
      auto first = all.begin() + static_cast<std::ptrdiff_t>(start);
      auto last = all.begin() + static_cast<std::ptrdiff_t>(std::min(start + chunk, all.size()));
      if (attemptWithout({first, last}))
        all = preemptedSegments(best_.schedule);
      else
        start += chunk;
    }
  }
}

// Tries once everything that may shorten the best schedule; returns true as soon as something did.
bool Minimiser::shortenOnce() {
  std::uint16_t threads = 0;
  for (const model::Segment& segment : best_.schedule.segments)
    threads = std::max<std::uint16_t>(threads, segment.thread + 1);
  for (std::uint16_t thread = 1; thread < threads && executionsLeft() > 0; ++thread)
    if (attempt(withoutThread(best_.schedule, thread)))
      return true;
  for (std::size_t i = 0; i + 1 < best_.schedule.segments.size() && executionsLeft() > 0; ++i)
    if (attempt(withoutSegment(best_.schedule, i)) || attemptWithout({i}))
      return true;
  return false;
}

void Minimiser::shorten() {
  while (executionsLeft() > 0 && shortenOnce()) {
  }
}

MinimisedSchedule Minimiser::result() {
  HEDDLE_CHECK(found_) << "nothing was minimised";
  best_.executions = executions_;
  return best_;
}

} // namespace

std::optional<MinimisedSchedule> minimise(Subject& subject,
                                          const Schedule& failing,
                                          const Shows& shows,
                                          const std::function<bool()>& stop,
                                          MinimiseBudget budget) {
  Minimiser minimiser(subject, shows, stop, budget);
  if (!minimiser.attempt(failing))
    return std::nullopt;
  const unsigned atFirst = minimiser.preemptionsLeft();
  int bound = 0;
  for (; bound < 2 && bound < static_cast<int>(minimiser.preemptionsLeft()); ++bound)
    minimiser.searchSystematically(bound, budget.executions / 4);
  minimiser.dropPreemptions();
  if (static_cast<int>(minimiser.preemptionsLeft()) > bound)
    minimiser.searchSystematically(bound, minimiser.executionsLeft() / 2);
  minimiser.shorten();
  HEDDLE_CHECK(minimiser.preemptionsLeft() <= atFirst) << "minimising has added preemptions";
  return minimiser.result();
}

} // namespace heddle::explore
