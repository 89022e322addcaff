// SPDX-License-Identifier: Apache-2.0
#include "solve/order_checker.h"

#include <algorithm>
#include <map>

namespace heddle::solve {

namespace {

constexpr std::size_t kNever = ~std::size_t{0};
constexpr std::uint64_t kUnknown = ~std::uint64_t{0}; // and below: values that no event has

class Replay {
public:
  Replay(const OrderProblem& problem, const Question& question, const std::vector<Event>& order)
      : problem_(problem), question_(question), order_(order), time_(problem.size(), kNever),
        keeps_(problem.threadCount(), 0) {}

  std::string run() {
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (order_[i] >= problem_.size() || time_[order_[i]] != kNever)
        return "event " + std::to_string(order_[i]) + " does not exist or happens twice";
      time_[order_[i]] = i;
    }
    findWhatKeeps();
    for (const auto part : {&Replay::programOrder,
                            &Replay::edges,
                            &Replay::lastEvents,
                            &Replay::locks,
                            &Replay::values})
      if (std::string fault = (this->*part)(); !fault.empty())
        return fault;
    return "";
  }

private:
  // Only the last event of a thread may read anything.
  void findWhatKeeps() {
    for (const Event event : order_) {
      std::uint32_t& keeps = keeps_[problem_.threadOf(event)];
      keeps = std::max(keeps, problem_.positionOf(event));
    }
  }

  std::string programOrder() {
    std::vector<std::uint32_t> next(problem_.threadCount(), 0);
    for (const Event event : order_)
      if (problem_.positionOf(event) != next[problem_.threadOf(event)]++)
        return "event " + std::to_string(event) + " is not the next one of its thread";
    return "";
  }

  std::string edges() {
    for (const Edge& edge : problem_.edges())
      if (happens(edge.to) && !isBefore(edge))
        return faultOf("fixed", edge);
    for (const Edge& edge : question_.edges)
      if (!happens(edge.to) || !isBefore(edge))
        return faultOf("wanted", edge);
    for (const Event event : question_.events)
      if (!happens(event))
        return "event " + std::to_string(event) + " is wanted and does not happen";
    return "";
  }

  std::string lastEvents() {
    if (!question_.read)
      return "";
    const Event event = question_.read->event;
    if (!happens(event))
      return "event " + std::to_string(event) + " is to read and does not happen";
    if (keeps_[problem_.threadOf(event)] > problem_.positionOf(event))
      return "event " + std::to_string(event) + " is not the last one of its thread";
    return "";
  }

  std::string locks() {
    std::map<Event, std::vector<const Span*>> acquired, released;
    std::vector<std::vector<const Span*>> held(problem_.lockCount());
    for (const Span& span : problem_.spans()) {
      if (span.acquired == kNoEvent)
        held[span.lock].push_back(&span);
      else
        acquired[span.acquired].push_back(&span);
      if (span.released != kNoEvent)
        released[span.released].push_back(&span);
    }
    for (const Event event : order_) {
      for (const Span* span : released[event])
        std::erase(held[span->lock], span);
      for (std::vector<const Span*>& spans : held)
        std::erase_if(spans, [&](const Span* span) {
          return span->released != kNoEvent && isOver(span->thread, time_[event]);
        });
      for (const Span* span : acquired[event]) {
        for (const Span* other : held[span->lock])
          if (span->excludes(*other))
            return "event " + std::to_string(event) + " takes a lock that thread " +
                   std::to_string(other->thread) + " holds";
        held[span->lock].push_back(span);
      }
    }
    return "";
  }

  std::string values() {
    std::vector<std::uint64_t> memory(problem_.locationCount());
    for (Location location = 0; location < problem_.locationCount(); ++location)
      memory[location] = problem_.initialValue(location);
    for (const Event event : order_) {
      const bool keeps = problem_.positionOf(event) < keeps_[problem_.threadOf(event)];
      bool readsSame = true;
      for (const Access& access : problem_.accessesOf(event))
        readsSame = readsSame && (!access.reads || memory[access.location] == access.readValue);
      if (keeps && !readsSame)
        return "event " + std::to_string(event) + " reads another value";
      if (question_.read && question_.read->event == event &&
          memory[question_.read->location] != question_.read->value)
        return "event " + std::to_string(event) + " does not read the wanted value";
      // What a read-modify-write makes of another value is not known.
      for (const Access& access : problem_.accessesOf(event))
        if (access.writes)
          memory[access.location] = readsSame ? access.writtenValue : kUnknown - event;
    }
    return "";
  }

  // Whether nothing of the thread happens from this time on.
  bool isOver(Thread thread, std::size_t time) const {
    return std::ranges::none_of(problem_.eventsOf(thread), [&](Event event) {
      return happens(event) && time_[event] >= time;
    });
  }
  bool happens(Event event) const { return time_[event] != kNever; }
  bool isBefore(const Edge& edge) const {
    return happens(edge.from) && time_[edge.from] < time_[edge.to];
  }
  static std::string faultOf(const std::string& kind, const Edge& edge) {
    return "the " + kind + " edge " + std::to_string(edge.from) + " -> " + std::to_string(edge.to) +
           " does not hold";
  }

  const OrderProblem& problem_;
  const Question& question_;
  const std::vector<Event>& order_;
  std::vector<std::size_t> time_;    // by event
  std::vector<std::uint32_t> keeps_; // by thread: how many events must read what they read
};

} // namespace

std::string
faultOf(const OrderProblem& problem, const Question& question, const std::vector<Event>& order) {
  return Replay(problem, question, order).run();
}

} // namespace heddle::solve
