// SPDX-License-Identifier: Apache-2.0
// Problem: reach the access patterns that concurrency bugs need, without trying many schedules that do not.
// Idea: the accesses of an execution could form patterns that no execution had yet. Each is an aim of an OrderStrategy,
// until every pattern is covered or cannot be.
// Paper: PCR (Zhao et al., Algorithms 1 to 4, rules 1 to 6 of Table 2).
// How we differ: patterns are counted by site, and a few representatives stand for each, so that a hundred equal threads
// are not a hundred times the work. Rules 4 and 6 do not drop patterns but put them last: they change nothing that the
// program could notice, but they count for coverage. So does a pattern that the events of several executions could not
// form. When no pattern is left, reads are given other values (mcr), which leads to executions with other patterns: the
// paper's rule 2 stops there.
#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "explore/strategies/order_strategy.h"
#include "explore/strategies/read_aims.h"
#include "explore/strategies/registry.h"
#include "patterns/map_coverage.h"
#include "patterns/pattern_predictor.h"
#include "patterns/pattern_rows.h"
#include "trace/thread_accesses.h"

namespace heddle::explore {

using patterns::AccessPattern;
using patterns::PatternRules;
using solve::OrderProblem;
using trace::EventIndex;
using enum model::PatternRule;

namespace {

constexpr std::size_t kLongest = 4;
constexpr std::uint32_t kOccurrences = 3;
constexpr std::size_t kMostPatterns = 20'000; // of an execution
constexpr std::size_t kMostChecks = 2'000'000;
constexpr unsigned kManyRefusals = 8; // of a pattern, before others come first

// What changes if the steps happen in their order instead of that of the trace.
class Change {
public:
  Change(const OrderProblem& problem, const std::vector<EventIndex>& steps) : problem_(problem) {
    for (std::size_t i = 0; i < steps.size(); ++i)
      for (std::size_t k = i + 1; k < steps.size(); ++k)
        if (problem.threadOf(steps[i]) != problem.threadOf(steps[k]))
          compare(steps[i], steps[k]);
  }

  bool ofReads() const { return reads_; }
  bool ofWrites() const { return writes_; }

private:
  void compare(EventIndex first, EventIndex second) {
    for (const solve::Access& one : problem_.accessesOf(first))
      for (const solve::Access& other : problem_.accessesOf(second)) {
        if (one.location != other.location)
          continue;
        reads_ = reads_ || (one.writes && other.reads && one.writtenValue != other.readValue);
        // The first one read what the second has not written yet.
        reads_ = reads_ || (second < first && other.writes && one.reads &&
                            other.writtenValue == one.readValue);
        writes_ = writes_ || (second < first && one.writes && other.writes &&
                              one.writtenValue != other.writtenValue);
      }
  }

  const OrderProblem& problem_;
  bool reads_ = false;
  bool writes_ = false;
};

// Ranks: those through the goal first, if there is one. Among these, patterns that no execution had, then other occurrences
// of the same sites, and last those that change nothing. Among these, the longer ones. After all patterns, each read is to
// return another value, as in mcr, because threads that read something else may make accesses that no execution had.
class PatternAims final : public AimFinder {
public:
  explicit PatternAims(const StrategyContext& context)
      : rules_(context.options.patternRules), probes_(context.options.probes),
        patterns_(context.coverage), isAtGoal_(context.isAtGoal),
        predictor_({.pairs = true,
                    .repeats = true,
                    .occurrences = kOccurrences,
                    .rules = rules_,
                    .mostPatterns = kMostPatterns,
                    .mostChecks = kMostChecks}) {}

  // What earlier tests of a class covered does not count: their calls were others.
  bool observe(const trace::ExecutionTrace& trace) override {
    const std::vector<std::uint64_t>& patterns = patterns_.in(trace);
    const std::size_t before = covered_.size();
    covered_.insert(patterns.begin(), patterns.end());
    return covered_.size() > before;
  }

  std::vector<Aim> aimsOf(const trace::ExecutionTrace& trace,
                          const OrderProblem& problem) override {
    std::vector<Aim> aims;
    for (const AccessPattern& pattern : predictor_.predict(trace::threadAccesses(trace)))
      aims.push_back(aimAt(pattern, trace, problem));
    return aims;
  }

  // The order of the execution does not matter here: any execution that reads something else will do.
  std::vector<Aim> lastAimsOf(const OrderProblem& problem,
                              const std::vector<std::uint32_t>& /*given*/) override {
    return readAims(problem, {});
  }

  std::optional<unsigned> rankOf(const Aim& aim) const override {
    if (aim.steps.size() == 1)
      return Aim::kLastRank;
    const auto length = static_cast<unsigned>(kLongest - aim.steps.size());
    const unsigned first = length + (aim.isAtGoal ? 0 : kElsewhere);
    const bool isNew = !rules_.has(Covered) || !covered_.contains(aim.key);
    if (isNew && isDoubtful(aim))
      return Aim::kLastRank;
    if (isNew)
      return first + (aim.isLate ? kLate : 0);
    if (aim.isLate || reached_.contains(aim.instance))
      return std::nullopt;
    return first + kOtherOccurrences;
  }

  void reached(const Aim& aim) override { reached_.insert(aim.instance); }
  void refused(const Aim& aim) override { ++refusals_[aim.key]; }
  std::optional<unsigned> probes() const override { return probes_; }
  bool isComplete() const override { return !predictor_.isFull(); }

private:
  static constexpr unsigned kOtherOccurrences = 3;
  static constexpr unsigned kLate = 6;
  static constexpr unsigned kElsewhere = 9;

  bool isDoubtful(const Aim& aim) const {
    const auto refusals = refusals_.find(aim.key);
    return refusals != refusals_.end() && refusals->second >= kManyRefusals;
  }

  Aim aimAt(const AccessPattern& pattern,
            const trace::ExecutionTrace& trace,
            const OrderProblem& problem) const {
    Aim aim{.question = {}, .instance = pattern.instance};
    for (const patterns::PatternStep& step : pattern.steps) {
      if (!aim.steps.empty())
        aim.question.edges.push_back({.from = aim.steps.back(), .to = step.event});
      aim.steps.push_back(step.event);
    }
    aim.key = patterns::keyOf(
        pattern.row, aim.steps, [&](EventIndex event) { return trace.site(event); });
    aim.isLate = isLate(problem, aim);
    aim.isAtGoal = isAtGoal_ == nullptr || std::ranges::any_of(aim.steps, [&](EventIndex event) {
                     return (*isAtGoal_)(trace.site(event));
                   });
    return aim;
  }

  bool isLate(const OrderProblem& problem, const Aim& aim) const {
    const Change change(problem, aim.steps);
    return (rules_.has(OldState) && !change.ofReads() && !change.ofWrites()) ||
           (rules_.has(Redundant) && aim.steps.size() == kLongest && !change.ofReads());
  }

  PatternRules rules_;
  unsigned probes_;
  patterns::LastPatterns patterns_;
  const SiteFilter* isAtGoal_;
  patterns::PatternPredictor predictor_;
  std::unordered_set<std::uint64_t> covered_;            // patterns, in this search
  std::unordered_set<std::uint64_t> reached_;            // instances
  std::unordered_map<std::uint64_t, unsigned> refusals_; // by pattern
};

} // namespace

std::unique_ptr<Strategy> makePcr(const StrategyContext& context) {
  return std::make_unique<OrderStrategy>(context, std::make_unique<PatternAims>(context));
}

} // namespace heddle::explore
