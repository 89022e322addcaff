// SPDX-License-Identifier: Apache-2.0
// Problem: many interleavings are the same to the program, because every read returns the same value.
// Idea: for each read of an execution, and each other value that its memory has at some time, an execution is made in
// which the read returns that value. Everything before the read stays as it was. What the thread does then is new, and
// only reads of the new part are changed further, because the earlier ones belong to the execution before.
// Paper: MCR (Huang, PLDI 2015), as the baseline of PCR (section 5.3, RQ4).
// How we differ: the loop and the order problems are those of pcr (order_strategy.h).
#include <memory>
#include <optional>
#include <vector>

#include "explore/strategies/order_strategy.h"
#include "explore/strategies/read_aims.h"
#include "explore/strategies/registry.h"

namespace heddle::explore {

namespace {

class ReadAims final : public AimFinder {
public:
  bool observe(const trace::ExecutionTrace& /*trace*/) override { return false; }
  std::vector<Aim> aimsOf(const trace::ExecutionTrace& /*trace*/,
                          const solve::OrderProblem& /*problem*/) override {
    return {};
  }
  std::vector<Aim> lastAimsOf(const solve::OrderProblem& problem,
                              const std::vector<std::uint32_t>& given) override {
    return readAims(problem, given);
  }
  std::optional<unsigned> rankOf(const Aim& /*aim*/) const override { return Aim::kLastRank; }
};

} // namespace

std::unique_ptr<Strategy> makeMcr(const StrategyContext& context) {
  return std::make_unique<OrderStrategy>(context, std::make_unique<ReadAims>());
}

} // namespace heddle::explore
