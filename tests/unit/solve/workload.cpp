// SPDX-License-Identifier: Apache-2.0
#include "workload.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace heddle::solve {

namespace {

constexpr Event kReach = 40;
constexpr std::uint64_t kFirstOwnValue = 100;

struct Step {
  enum class Kind : std::uint8_t { Read, Write, Lock, Unlock } kind;
  std::uint32_t object; // location or lock
};

class Methods {
public:
  Methods(Rng& rng, const Workload& workload)
      : rng_(rng), workload_(workload), problem_(workload.threads), steps_(workload.threads),
        next_(workload.threads), memory_(workload.locations),
        owners_(std::max(1U, workload.locations / 5), kNobody), open_(owners_.size()) {}

  OrderProblem run() {
    for (Location location = 0; location < workload_.locations; ++location)
      problem_.setInitialValue(location, 0);
    for (std::vector<Step>& steps : steps_)
      while (steps.size() < workload_.events / workload_.threads)
        addMethod(steps);
    for (Thread thread = nextThread(0); thread != kNobody; thread = nextThread(thread))
      execute(thread);
    for (const Span& span : spans_)
      problem_.addSpan(span);
    return std::move(problem_);
  }

private:
  static constexpr Thread kNobody = ~Thread{0};

  void addMethod(std::vector<Step>& steps) {
    const auto group = rng_.below(static_cast<std::uint32_t>(owners_.size()));
    const bool isLocked = rng_.below(100) < workload_.lockedPercent;
    switch (rng_.below(4)) {
    case 0:
      return addSection(steps, group, isLocked, 2, 1);
    case 1:
      return addSection(steps, group, isLocked, 3, 2);
    case 2: // checks, then acts
      addSection(steps, group, isLocked, 1, 0);
      return addSection(steps, group, isLocked, 1, 1);
    default:
      return addSection(steps, group, isLocked, 3, 0);
    }
  }

  void addSection(std::vector<Step>& steps,
                  std::uint32_t group,
                  bool isLocked,
                  unsigned reads,
                  unsigned writes) {
    const auto size = static_cast<std::uint32_t>(workload_.locations / owners_.size());
    if (isLocked)
      steps.push_back({.kind = Step::Kind::Lock, .object = group});
    for (unsigned i = 0; i < reads; ++i) {
      const Location location = group * size + rng_.below(size);
      steps.push_back({.kind = Step::Kind::Read, .object = location});
      if (i < writes)
        steps.push_back({.kind = Step::Kind::Write, .object = location});
    }
    if (isLocked)
      steps.push_back({.kind = Step::Kind::Unlock, .object = group});
  }

  bool canRun(Thread thread) const {
    if (next_[thread] == steps_[thread].size())
      return false;
    const Step& step = steps_[thread][next_[thread]];
    return step.kind != Step::Kind::Lock || owners_[step.object] == kNobody;
  }
  // Switches after eight events on average, or if the thread cannot run.
  Thread nextThread(Thread now) {
    std::vector<Thread> ready;
    for (Thread thread = 0; thread < workload_.threads; ++thread)
      if (canRun(thread))
        ready.push_back(thread);
    if (ready.empty())
      return kNobody;
    if (canRun(now) && rng_.below(8) > 0)
      return now;
    return ready[rng_.below(static_cast<std::uint32_t>(ready.size()))];
  }

  void execute(Thread thread) {
    const Step step = steps_[thread][next_[thread]++];
    const Event event = problem_.addEvent(thread);
    switch (step.kind) {
    case Step::Kind::Lock:
      owners_[step.object] = thread;
      open_[step.object] = spans_.size();
      spans_.push_back({.lock = step.object, .thread = thread, .acquired = event});
      break;
    case Step::Kind::Unlock:
      owners_[step.object] = kNobody;
      spans_[open_[step.object]].released = event;
      break;
    case Step::Kind::Read:
      problem_.addAccess(
          {.location = step.object, .reads = true, .readValue = memory_[step.object]});
      break;
    case Step::Kind::Write:
      memory_[step.object] = newValue(memory_[step.object]);
      problem_.addAccess(
          {.location = step.object, .writes = true, .writtenValue = memory_[step.object]});
      break;
    }
  }

  std::uint64_t newValue(std::uint64_t now) {
    const auto values = static_cast<std::uint32_t>(workload_.values);
    switch (rng_.below(values > 2 ? 3 : 2)) {
    case 0:
      return rng_.below(values);
    case 1:
      return (now + 1) % values;
    default:
      return ownValues_++;
    }
  }

  Rng& rng_;
  const Workload& workload_;
  OrderProblem problem_;
  std::vector<std::vector<Step>> steps_; // by thread
  std::vector<std::size_t> next_;        // by thread
  std::vector<std::uint64_t> memory_;    // by location
  std::vector<Thread> owners_;           // by lock
  std::vector<std::size_t> open_;        // by lock: its span
  std::vector<Span> spans_;
  std::uint64_t ownValues_ = kFirstOwnValue;
};

// Each access: thread a or b, read or write, location x or y.
constexpr std::array<std::string_view, 17> kPatterns = {
    "aRx bWx",
    "aWx bRx",
    "aWx bWx",
    "aRx bWx aRx",
    "aWx bWx aRx",
    "aWx bRx aWx",
    "aRx bWx aWx",
    "aWx bWx aWx",
    "aWx bWx bWy aWy",
    "aWx bWy bWx aWy",
    "aWx bWy aWy bWx",
    "aWx bRx bRy aWy",
    "aWx bRy bRx aWy",
    "aRx bWx bWy aRy",
    "aRx bWy bWx aRy",
    "aRx bWy aRy bWx",
    "aWx bRy aWy bRx",
};

// An instance of one pattern near a position. Empty: there is none.
class Instance {
public:
  Instance(Rng& rng, const OrderProblem& problem)
      : rng_(rng), problem_(problem), base_(rng.below(problem.size())),
        threads_{rng.below(problem.threadCount()), rng.below(problem.threadCount())} {}

  std::vector<Event> find(std::string_view pattern) {
    std::vector<Event> events;
    if (threads_[0] == threads_[1])
      return events;
    for (std::size_t at = 0; at < pattern.size(); at += 4) {
      const Event event = choose(
          threads_[pattern[at] == 'a' ? 0 : 1], pattern[at + 1] == 'R', pattern[at + 2] == 'x');
      if (event == kNoEvent)
        return {};
      events.push_back(event);
    }
    if (std::ranges::is_sorted(events))
      events.clear();
    return events;
  }

private:
  Event choose(Thread thread, bool reads, bool isFirstLocation) {
    std::optional<Location>& location = locations_[isFirstLocation ? 0 : 1];
    std::vector<Event> all;
    const Event begin = base_ > kReach ? base_ - kReach : 0;
    for (Event event = begin; event < std::min(base_ + kReach + 1, problem_.size()); ++event) {
      if (problem_.threadOf(event) != thread || problem_.accessesOf(event).empty())
        continue;
      const Access& access = problem_.accessesOf(event).front();
      const std::optional<Event>& last = last_[thread == threads_[0] ? 0 : 1];
      const bool isOther = location ? access.location != *location
                                    : !isFirstLocation && access.location == locations_[0];
      if (!isOther && access.reads == reads && (!last || event > *last))
        all.push_back(event);
    }
    if (all.empty())
      return kNoEvent;
    const Event event = all[rng_.below(static_cast<std::uint32_t>(all.size()))];
    location = problem_.accessesOf(event).front().location;
    last_[thread == threads_[0] ? 0 : 1] = event;
    return event;
  }

  Rng& rng_;
  const OrderProblem& problem_;
  Event base_;
  std::array<Thread, 2> threads_;
  std::array<std::optional<Location>, 2> locations_;
  std::array<std::optional<Event>, 2> last_; // by thread
};

} // namespace

Workload hardWorkload(Thread threads, unsigned events) {
  return {.threads = threads,
          .events = events,
          .locations = events <= 200 ? 5U : 10U,
          .values = 2,
          .lockedPercent = 30};
}

OrderProblem methodTrace(Rng& rng, const Workload& workload) {
  return Methods(rng, workload).run();
}

Question randomPattern(Rng& rng, const OrderProblem& problem) {
  std::vector<Event> events;
  while (events.empty()) {
    const std::string_view pattern = kPatterns[rng.below(kPatterns.size())];
    events = Instance(rng, problem).find(pattern);
  }
  Question question;
  for (std::size_t i = 1; i < events.size(); ++i)
    question.edges.push_back({.from = events[i - 1], .to = events[i]});
  return question;
}

std::vector<Question> randomPatterns(Rng& rng, const OrderProblem& problem, unsigned count) {
  std::set<std::vector<Event>> known;
  std::vector<Question> questions;
  for (unsigned i = 0; i < count; ++i) {
    Question question = randomPattern(rng, problem);
    std::vector<Event> key;
    for (const Edge& edge : question.edges)
      key.insert(key.end(), {edge.from, edge.to});
    if (known.insert(std::move(key)).second)
      questions.push_back(std::move(question));
  }
  return questions;
}

} // namespace heddle::solve
