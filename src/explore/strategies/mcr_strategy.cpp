// SPDX-License-Identifier: Apache-2.0
// Problem: many interleavings are the same to the program, because every read returns the same value.
// Idea: for each read of an execution, and each other value that its memory has at some time, an execution is made in
// which the read returns that value. Everything before the read stays as it was. What the thread does then is new, and
// only reads of the new part are changed further, because the earlier ones belong to the execution before.
// Paper: MCR (Huang, PLDI 2015), as the baseline of PCR (section 5.3, RQ4).
// How we differ: the loop and the order problems are those of pcr (order_strategy.h).
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "explore/strategies/order_strategy.h"
#include "explore/strategies/registry.h"
#include "support/hash.h"

namespace heddle::explore {

using solve::Access;
using solve::Event;
using solve::Location;
using solve::OrderProblem;

namespace {

class ReadAims final : public AimFinder {
public:
  void observe(const trace::ExecutionTrace& /*trace*/) override {}

  std::vector<Aim> aimsOf(const trace::ExecutionTrace& /*trace*/,
                          const OrderProblem& problem,
                          const std::vector<std::uint32_t>& given) override {
    findValues(problem);
    std::vector<Aim> aims;
    for (Event event = 0; event < problem.size(); ++event) {
      const solve::Thread thread = problem.threadOf(event);
      if (thread < given.size() && problem.positionOf(event) < given[thread])
        continue;
      for (const Access& access : problem.accessesOf(event))
        if (access.reads)
          addAims(event, access, aims);
    }
    return aims;
  }

  std::optional<unsigned> rankOf(const Aim& /*aim*/) const override { return 0; }
  void reached(const Aim& /*aim*/) override {}

private:
  void findValues(const OrderProblem& problem) {
    values_.assign(problem.locationCount(), {});
    for (Location location = 0; location < problem.locationCount(); ++location)
      values_[location].push_back(problem.initialValue(location));
    for (Event event = 0; event < problem.size(); ++event)
      for (const Access& access : problem.accessesOf(event))
        if (access.writes)
          values_[access.location].push_back(access.writtenValue);
    for (std::vector<std::uint64_t>& values : values_) {
      std::ranges::sort(values);
      const auto [first, last] = std::ranges::unique(values);
      values.erase(first, last);
    }
  }

  void addAims(Event event, const Access& access, std::vector<Aim>& aims) const {
    for (const std::uint64_t value : values_[access.location])
      if (value != access.readValue)
        aims.push_back({.question = {.edges = {},
                                     .events = {event},
                                     .read = solve::WantedRead{.event = event,
                                                               .location = access.location,
                                                               .value = value}},
                        .steps = {event}});
  }

  std::vector<std::vector<std::uint64_t>> values_; // by location: that it has at some time
};

} // namespace

std::unique_ptr<Strategy> makeMcr(const StrategyContext& context) {
  return std::make_unique<OrderStrategy>(context, std::make_unique<ReadAims>());
}

} // namespace heddle::explore
