// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "explore/strategies/strategy.h"
#include "support/check.h"

namespace heddle::explore {

// Several seekable strategies that take turns, one execution each.
class TurnsStrategy final : public Strategy {
public:
  explicit TurnsStrategy(std::vector<std::unique_ptr<Strategy>> strategies)
      : strategies_(std::move(strategies)) {
    HEDDLE_CHECK(!strategies_.empty()) << "there is no strategy to take turns";
  }

  bool beginExecution(std::uint64_t index) override {
    current_ = strategies_[index % strategies_.size()].get();
    return current_->beginExecution(index / strategies_.size());
  }
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override {
    return current_->choose(point);
  }
  unsigned pick(const runtime::Choice& choice) override { return current_->pick(choice); }
  unsigned checkpoint() const override { return current_->checkpoint(); }
  bool wantsTrace() const override { return current_->wantsTrace(); }
  Ending endExecution(const Ended& ended) override { return current_->endExecution(ended); }

private:
  std::vector<std::unique_ptr<Strategy>> strategies_;
  Strategy* current_ = nullptr; // whose execution it is
};

} // namespace heddle::explore
