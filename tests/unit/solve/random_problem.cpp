// SPDX-License-Identifier: Apache-2.0
#include "random_problem.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace heddle::solve {

namespace {

// One running thread.
struct Runner {
  unsigned left = 0;             // events, about
  std::vector<std::size_t> held; // indices into the spans, innermost last
  bool isJoined = false;
};

class Machine {
public:
  Machine(Rng& rng, const Shape& shape)
      : rng_(rng), shape_(shape), problem_(shape.threads), runners_(shape.threads),
        memory_(shape.locations), writers_(shape.locks), readers_(shape.locks) {
    for (Runner& runner : runners_)
      runner.left = std::max(1U, shape.events / shape.threads);
  }

  OrderProblem run() {
    for (Location location = 0; location < shape_.locations; ++location)
      problem_.setInitialValue(location, memory_[location] = rng_.below(shape_.values));
    if (shape_.hasCreator)
      create();
    else
      takeFirst();
    while (step()) {
    }
    if (shape_.hasCreator)
      join();
    for (const Span& span : spans_)
      problem_.addSpan(span);
    return std::move(problem_);
  }

private:
  unsigned percent() { return rng_.below(100); }

  void create() {
    for (Thread thread = 1; thread < shape_.threads; ++thread)
      created_.push_back(problem_.addEvent(0));
  }

  // Some locks are held when the trace begins.
  void takeFirst() {
    for (std::uint32_t lock = 0; lock < shape_.locks; ++lock)
      if (percent() < 10) {
        const Thread thread = rng_.below(shape_.threads);
        const bool shared = percent() < 30;
        ++(shared ? readers_ : writers_)[lock];
        runners_[thread].held.push_back(spans_.size());
        spans_.push_back({.lock = lock, .thread = thread, .shared = shared});
      }
  }

  // Each thread begins after it was created.
  Event addEvent(Thread thread) {
    const bool isFirst = problem_.eventsOf(thread).empty();
    const Event event = problem_.addEvent(thread);
    if (isFirst && thread > 0 && !created_.empty())
      problem_.addEdge({.from = created_[thread - 1], .to = event});
    return event;
  }

  void join() {
    for (Thread thread = 1; thread < shape_.threads; ++thread)
      if (!problem_.eventsOf(thread).empty()) {
        const Event last = problem_.eventsOf(thread).back();
        problem_.addEdge({.from = last, .to = problem_.addEvent(0)});
      }
  }

  bool step() {
    std::vector<Thread> ready;
    for (Thread thread = 0; thread < shape_.threads; ++thread)
      if (runners_[thread].left > 0 || !runners_[thread].held.empty())
        ready.push_back(thread);
    if (ready.empty())
      return false;
    const Thread thread = ready[rng_.below(static_cast<std::uint32_t>(ready.size()))];
    Runner& runner = runners_[thread];
    runner.left -= runner.left > 0 ? 1 : 0;
    if (!runner.held.empty() && (runner.left == 0 || percent() < 25))
      release(thread);
    else if (shape_.locks > 0 && percent() < shape_.lockedPercent && tryTake(thread))
      ;
    else if (percent() < 8 && thread > 0 && problem_.size() > 0)
      handOver(thread);
    else
      access(thread);
    return true;
  }

  bool tryTake(Thread thread) {
    const std::uint32_t lock = rng_.below(shape_.locks);
    const bool shared = percent() < 30;
    for (const std::size_t held : runners_[thread].held)
      if (spans_[held].lock == lock)
        return false;
    if (writers_[lock] > 0 || (!shared && readers_[lock] > 0) || runners_[thread].held.size() > 1)
      return false;
    ++(shared ? readers_ : writers_)[lock];
    runners_[thread].held.push_back(spans_.size());
    spans_.push_back(
        {.lock = lock, .thread = thread, .shared = shared, .acquired = addEvent(thread)});
    return true;
  }

  void release(Thread thread) {
    Span& span = spans_[runners_[thread].held.back()];
    runners_[thread].held.pop_back();
    --(span.shared ? readers_ : writers_)[span.lock];
    span.released = addEvent(thread);
  }

  // Something that another thread did makes this possible: a notification, for example.
  void handOver(Thread thread) {
    const Event event = addEvent(thread);
    const Event from = rng_.below(event);
    if (problem_.threadOf(from) != thread)
      problem_.addEdge({.from = from, .to = event});
  }

  void access(Thread thread) {
    addEvent(thread);
    const Location first = rng_.below(shape_.locations);
    addAccess(first);
    if (percent() < 10 && first + 1 < shape_.locations)
      addAccess(first + 1); // a copy of two words
  }

  void addAccess(Location location) {
    const unsigned kind = percent();
    Access access{.location = location,
                  .reads = kind < 65,
                  .writes = kind >= 45,
                  .readValue = memory_[location],
                  .writtenValue = rng_.below(static_cast<std::uint32_t>(shape_.values))};
    if (access.writes)
      memory_[location] = access.writtenValue;
    problem_.addAccess(access);
  }

  Rng& rng_;
  Shape shape_;
  OrderProblem problem_;
  std::vector<Runner> runners_;
  std::vector<std::uint64_t> memory_;
  std::vector<unsigned> writers_, readers_; // by lock
  std::vector<Span> spans_;
  std::vector<Event> created_;
};

} // namespace

OrderProblem randomProblem(Rng& rng, const Shape& shape) {
  return Machine(rng, shape).run();
}

namespace {

// Any value that the location has at some time.
std::uint64_t randomValue(Rng& rng, const OrderProblem& problem, Location location) {
  std::vector<std::uint64_t> values = {problem.initialValue(location)};
  for (Event event = 0; event < problem.size(); ++event)
    for (const Access& access : problem.accessesOf(event))
      if (access.location == location && access.writes)
        values.push_back(access.writtenValue);
  return values[rng.below(static_cast<std::uint32_t>(values.size()))];
}

std::optional<WantedRead> randomRead(Rng& rng, const OrderProblem& problem) {
  for (unsigned tries = 0; tries < 20; ++tries) {
    const Event event = rng.below(problem.size());
    for (const Access& access : problem.accessesOf(event))
      if (access.reads)
        return WantedRead{.event = event,
                          .location = access.location,
                          .value = randomValue(rng, problem, access.location)};
  }
  return std::nullopt;
}

} // namespace

Question randomQuestion(Rng& rng, const OrderProblem& problem) {
  Question question;
  const unsigned edges = 1 + rng.below(3);
  Event from = rng.below(problem.size());
  question.events.push_back(from);
  for (unsigned i = 0; i < edges; ++i) {
    Event to = rng.below(problem.size());
    for (unsigned tries = 0; tries < 20 && problem.threadOf(to) == problem.threadOf(from); ++tries)
      to = rng.below(problem.size());
    if (to != from)
      question.edges.push_back({.from = from, .to = to});
    from = to;
  }
  if (rng.below(3) == 0)
    question.read = randomRead(rng, problem);
  // Other edges would often come after the read in its thread.
  if (question.read && rng.below(2) == 0)
    question.edges.clear();
  return question;
}

} // namespace heddle::solve
