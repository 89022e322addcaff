// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "explore/strategies/strategy.h"
#include "model/message.h"
#include "model/schedule.h"

namespace heddle::explore {

// Every execution follows the same schedule, and the default one (untilBlocked) after its end.
class ReplayStrategy final : public Strategy {
public:
  explicit ReplayStrategy(model::Schedule schedule);

  bool beginExecution(std::uint64_t index) override;
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pick(const runtime::Choice& choice) override;

  // Where the last execution left the schedule; none when it followed it to the end.
  model::Message divergence() const;

private:
  bool continuesAfterYield(const runtime::SchedulingPoint& point) const;
  bool keepsRunning(const runtime::SchedulingPoint& point) const;
  runtime::ThreadId nextSegment(const runtime::SchedulingPoint& point);
  void diverge();

  static constexpr std::size_t kNowhere = ~std::size_t{0};

  model::Schedule schedule_;
  std::size_t segment_ = 0;        // the one being run; schedule_.segments.size() after the last
  std::vector<model::Pick> picks_; // of all segments
  std::size_t pick_ = 0;
  std::size_t divergedAt_ = kNowhere; // segment
};

} // namespace heddle::explore
