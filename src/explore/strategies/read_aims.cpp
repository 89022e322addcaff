// SPDX-License-Identifier: Apache-2.0
#include "explore/strategies/read_aims.h"

#include <algorithm>

namespace heddle::explore {

using solve::Access;
using solve::Event;
using solve::Location;
using solve::OrderProblem;

namespace {

// By location: the values that it has at some time.
std::vector<std::vector<std::uint64_t>> valuesOf(const OrderProblem& problem) {
  std::vector<std::vector<std::uint64_t>> values(problem.locationCount());
  for (Location location = 0; location < problem.locationCount(); ++location)
    values[location].push_back(problem.initialValue(location));
  for (Event event = 0; event < problem.size(); ++event)
    for (const Access& access : problem.accessesOf(event))
      if (access.writes)
        values[access.location].push_back(access.writtenValue);
  for (std::vector<std::uint64_t>& ofLocation : values) {
    std::ranges::sort(ofLocation);
    const auto [first, last] = std::ranges::unique(ofLocation);
    ofLocation.erase(first, last);
  }
  return values;
}

// The last given event of each thread.
std::vector<Event> lastOf(const OrderProblem& problem, const std::vector<std::uint32_t>& given) {
  std::vector<Event> last;
  for (solve::Thread thread = 0; thread < given.size() && thread < problem.threadCount(); ++thread)
    if (given[thread] > 0 && given[thread] <= problem.eventsOf(thread).size())
      last.push_back(problem.eventsOf(thread)[given[thread] - 1]);
  return last;
}

Aim aimAt(const solve::WantedRead& read, std::vector<Event> required) {
  required.push_back(read.event);
  return {.question = {.edges = {}, .events = std::move(required), .read = read},
          .steps = {read.event}};
}

} // namespace

std::vector<Aim> readAims(const OrderProblem& problem, const std::vector<std::uint32_t>& given) {
  const std::vector<std::vector<std::uint64_t>> values = valuesOf(problem);
  const std::vector<Event> required = lastOf(problem, given);
  std::vector<Aim> aims;
  for (Event event = 0; event < problem.size(); ++event) {
    const solve::Thread thread = problem.threadOf(event);
    if (thread < given.size() && problem.positionOf(event) < given[thread])
      continue;
    for (const Access& access : problem.accessesOf(event))
      for (const std::uint64_t value : values[access.location])
        if (access.reads && value != access.readValue)
          aims.push_back(
              aimAt({.event = event, .location = access.location, .value = value}, required));
  }
  return aims;
}

} // namespace heddle::explore
