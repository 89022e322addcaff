// SPDX-License-Identifier: Apache-2.0
#include "report/row_selection.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace heddle::report {

using model::Step;
using model::StepKind;

namespace {

// Steps worth a row at all: who starts and joins whom, and that main returns, is left out when more than two threads share the
// width, unless it takes part in the failure.
std::vector<std::size_t> candidates(const std::vector<Step>& steps) {
  std::set<std::uint16_t> threads;
  for (const auto& step : steps)
    threads.insert(step.thread);
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const StepKind kind = steps[i].kind;
    const bool isLife =
        kind == StepKind::StartThread || kind == StepKind::JoinThread || kind == StepKind::Exit;
    if (threads.size() <= 2 || !isLife || steps[i].essential)
      result.push_back(i);
  }
  return result;
}

class Selection {
public:
  Selection(const std::vector<Step>& steps, std::vector<std::size_t> shown)
      : steps_(steps), shown_(std::move(shown)), chosen_(shown_.size(), false) {}

  void chooseUpTo(std::size_t limit) {
    chosen_.assign(shown_.size(), true);
    if (rows().size() + notes() <= limit)
      return;
    chosen_.assign(shown_.size(), false);
    bool any = false;
    for (const std::size_t position : byPriority()) {
      chosen_[position] = true;
      if (any && rows().size() + notes() > limit)
        chosen_[position] = false;
      any = true;
    }
  }

  std::vector<Row> rows() const {
    std::vector<Row> result;
    std::size_t next = 0; // position after the last chosen one
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      if (!chosen_[i])
        continue;
      if (i > next)
        result.push_back(gap(next, i));
      else if (i > 0 && step(i).thread != step(i - 1).thread)
        result.push_back({.kind = Row::Kind::Switch, .step = shown_[i - 1]});
      result.push_back({Row::Kind::Step, shown_[i], i + 1});
      next = i + 1;
    }
    if (next < shown_.size())
      result.push_back(gap(next, shown_.size()));
    return result;
  }

private:
  const Step& step(std::size_t position) const { return steps_[shown_[position]]; }

  std::size_t notes() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < shown_.size(); ++i)
      count += chosen_[i] && step(i).edge.kind != model::EdgeKind::None ? 1 : 0;
    return count;
  }

  Row gap(std::size_t from, std::size_t to) const {
    Row row{.kind = Row::Kind::Gap, .step = shown_[from], .number = 0, .steps = to - from};
    for (std::size_t i = std::max<std::size_t>(from, 1); i < std::min(to + 1, shown_.size()); ++i)
      row.switches += step(i).thread != step(i - 1).thread ? 1 : 0;
    return row;
  }

  bool besideSwitch(std::size_t i) const {
    const bool before = i + 1 < shown_.size() && step(i + 1).thread != step(i).thread;
    const bool after = i > 0 && step(i - 1).thread != step(i).thread;
    return before || after;
  }

  // Distance of each position to the nearest essential step, or to the end when there is none.
  std::vector<std::size_t> distances() const {
    std::vector<std::size_t> result(shown_.size(), shown_.size());
    const bool any =
        std::ranges::any_of(shown_, [&](std::size_t i) { return steps_[i].essential; });
    const auto isCentre = [&](std::size_t i) {
      return any ? step(i).essential : i + 1 == shown_.size();
    };
    std::size_t distance = shown_.size();
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      distance = isCentre(i) ? 0 : distance + 1;
      result[i] = distance;
    }
    distance = shown_.size();
    for (std::size_t i = shown_.size(); i-- > 0;) {
      distance = isCentre(i) ? 0 : distance + 1;
      result[i] = std::min(result[i], distance);
    }
    return result;
  }

  std::vector<std::size_t> byPriority() const {
    const auto distance = distances();
    // A step next to a switch is worth as much as one this much nearer (arbitrary). Where nothing is
    // essential, as in a livelock, only switches distinguish the threads.
    const bool any =
        std::ranges::any_of(shown_, [&](std::size_t i) { return steps_[i].essential; });
    const std::size_t bonus = any ? 6 : shown_.size();
    std::vector<std::size_t> cost(shown_.size());
    for (std::size_t i = 0; i < shown_.size(); ++i)
      cost[i] = distance[i] == 0 ? 0 : distance[i] + (besideSwitch(i) ? 0 : bonus);
    std::vector<std::size_t> order(shown_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
      return cost[a] != cost[b] ? cost[a] < cost[b] : a > b;
    });
    return order;
  }

  const std::vector<Step>& steps_;
  std::vector<std::size_t> shown_; // indices into steps_, ascending
  std::vector<bool> chosen_;       // parallel to shown_
};

} // namespace

std::vector<Row> selectRows(const model::Finding& finding, std::size_t limit) {
  Selection selection(finding.steps, candidates(finding.steps));
  selection.chooseUpTo(limit);
  return selection.rows();
}

} // namespace heddle::report
