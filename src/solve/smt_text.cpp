// SPDX-License-Identifier: Apache-2.0
#include "solve/smt_text.h"

#include <algorithm>
#include <vector>

namespace heddle::solve {

namespace {

std::string number(Event event) {
  return std::to_string(event);
}
std::string time(Event event) {
  return "o" + number(event);
}
std::string happens(Event event) {
  return "h" + number(event);
}
std::string keeps(Event event) {
  return "k" + number(event);
}
std::string before(Event one, Event other) {
  return "(< " + time(one) + " " + time(other) + ")";
}
std::string implies(const std::string& condition, const std::string& conclusion) {
  return "(=> " + condition + " " + conclusion + ")";
}
std::string allOf(const std::vector<std::string>& parts) {
  std::string text = "(and true";
  for (const std::string& part : parts)
    text += " " + part;
  return text + ")";
}
std::string anyOf(const std::vector<std::string>& parts) {
  std::string text = "(or false";
  for (const std::string& part : parts)
    text += " " + part;
  return text + ")";
}

class Encoder {
public:
  explicit Encoder(const OrderProblem& problem) : problem_(problem) {
    writers_.resize(problem.locationCount());
    for (Event event = 0; event < problem.size(); ++event)
      for (const Access& access : problem.accessesOf(event))
        if (access.writes)
          writers_[access.location].push_back({.event = event, .value = access.writtenValue});
  }

  std::string run() {
    for (Event event = 0; event < problem_.size(); ++event)
      declare(event);
    for (Thread thread = 0; thread < problem_.threadCount(); ++thread)
      addProgramOrder(problem_.eventsOf(thread));
    for (const Edge& edge : problem_.edges())
      require(implies(happens(edge.to), allOf({happens(edge.from), before(edge.from, edge.to)})));
    addLocks();
    for (Event event = 0; event < problem_.size(); ++event)
      for (const Access& access : problem_.accessesOf(event))
        if (access.reads)
          require(implies(keeps(event), returns(event, access.location, access.readValue)));
    return std::move(text_);
  }

  // The last write before a read is one of this value.
  std::string returns(Event event, Location location, std::uint64_t value) const {
    std::vector<std::string> ways;
    if (problem_.initialValue(location) == value) {
      std::vector<std::string> others;
      for (const Writer& other : writers_[location])
        if (other.event != event)
          others.push_back(
              anyOf({"(not " + happens(other.event) + ")", before(event, other.event)}));
      ways.push_back(allOf(others));
    }
    for (const Writer& writer : writers_[location])
      if (writer.value == value && writer.event != event)
        ways.push_back(isReturned(event, location, writer.event));
    return anyOf(ways);
  }

private:
  struct Writer {
    Event event;
    std::uint64_t value;
  };

  void require(const std::string& condition) { text_ += "(assert " + condition + ")\n"; }

  void declare(Event event) {
    text_ += "(declare-const " + time(event) + " Int)";
    text_ += "(declare-const " + happens(event) + " Bool)";
    text_ += "(declare-const " + keeps(event) + " Bool)\n";
  }

  void addProgramOrder(const std::vector<Event>& events) {
    for (std::size_t i = 0; i < events.size(); ++i) {
      require(implies(keeps(events[i]), happens(events[i])));
      if (i == 0)
        continue;
      require(before(events[i - 1], events[i]));
      require(implies(happens(events[i]), keeps(events[i - 1])));
    }
  }

  void addLocks() {
    const std::vector<Span>& spans = problem_.spans();
    for (std::size_t i = 0; i < spans.size(); ++i)
      for (std::size_t k = i + 1; k < spans.size(); ++k)
        if (spans[i].excludes(spans[k]))
          require(implies(allOf({isTaken(spans[i]), isTaken(spans[k])}),
                          anyOf({endsBefore(spans[i], spans[k]), endsBefore(spans[k], spans[i])})));
  }
  static std::string isTaken(const Span& span) {
    return span.acquired == kNoEvent ? "true" : happens(span.acquired);
  }
  // All that the thread does in the first span comes before the second.
  std::string endsBefore(const Span& first, const Span& second) const {
    if (first.released == kNoEvent || second.acquired == kNoEvent)
      return "false";
    std::vector<std::string> parts;
    for (const Event event : problem_.eventsOf(first.thread))
      if (event <= first.released && (first.acquired == kNoEvent || event >= first.acquired))
        parts.push_back(implies(happens(event), before(event, second.acquired)));
    return allOf(parts);
  }

  std::string isReturned(Event read, Location location, Event writer) const {
    const auto reads = [](const Access& access) { return access.reads; };
    const bool isKept = std::ranges::any_of(problem_.accessesOf(writer), reads);
    std::vector<std::string> parts = {isKept ? keeps(writer) : happens(writer),
                                      before(writer, read)};
    for (const Writer& other : writers_[location])
      if (other.event != writer && other.event != read)
        parts.push_back(anyOf({"(not " + happens(other.event) + ")",
                               before(other.event, writer),
                               before(read, other.event)}));
    return allOf(parts);
  }

  const OrderProblem& problem_;
  std::vector<std::vector<Writer>> writers_; // by location
  std::string text_;
};

} // namespace

std::string smtText(const OrderProblem& problem) {
  return Encoder(problem).run();
}

std::string smtText(const OrderProblem& problem, const Question& question) {
  std::string text;
  unsigned names = 0;
  const auto require = [&](const std::string& condition) {
    const std::string name = "q" + std::to_string(names++);
    text += "(declare-const " + name + " Bool)(assert " + implies(name, condition) + ")\n";
  };
  for (const Event event : question.events)
    require(happens(event));
  for (const Edge& edge : question.edges)
    require(allOf({happens(edge.from), happens(edge.to), before(edge.from, edge.to)}));
  if (question.read) {
    const WantedRead& read = *question.read;
    std::vector<std::string> parts = {
        happens(read.event), Encoder(problem).returns(read.event, read.location, read.value)};
    const std::vector<Event>& own = problem.eventsOf(problem.threadOf(read.event));
    if (const std::uint32_t next = problem.positionOf(read.event) + 1; next < own.size())
      parts.push_back("(not " + happens(own[next]) + ")");
    require(allOf(parts));
  }
  return text;
}

std::size_t smtLiteralCount(const Question& question) {
  return question.events.size() + question.edges.size() + (question.read ? 1 : 0);
}

} // namespace heddle::solve
