// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "explore/strategy.h"
#include "model/schedule.h"

namespace heddle::explore {

// Every execution follows the same schedule. Without a schedule this is the default one: run until blocked,
// then the lowest enabled thread.
class ReplayStrategy final : public Strategy {
public:
  ReplayStrategy() = default;
  explicit ReplayStrategy(model::Schedule schedule) : schedule_(std::move(schedule)) {}

  bool beginExecution(std::uint64_t index) override;
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pickWaiter(const runtime::ThreadId* waiters, unsigned count) override;

  // Where the last execution left the schedule, for people; "" when it followed it to the end.
  std::string divergence() const;

private:
  bool keepsRunning(const runtime::SchedulingPoint& point) const;
  runtime::ThreadId nextSegment(const runtime::SchedulingPoint& point);
  void diverge();

  static constexpr std::size_t kNowhere = ~std::size_t{0};

  model::Schedule schedule_;
  std::size_t segment_ = 0; // the one being run; schedule_.segments.size() after the last
  std::size_t wake_ = 0;
  std::size_t divergedAt_ = kNowhere; // segment
};

} // namespace heddle::explore
