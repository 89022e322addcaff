// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "explore/access_patterns.h"
#include "explore/strategy.h"

namespace heddle::explore {

// Makes one predicted pattern happen. One execution per aim; see active_strategy.cpp. Goes with Options::askWhenAlone:
// it must see every access.
class ActiveStrategy final : public Strategy {
public:
  enum class Approach : std::uint8_t {
    OneByOne,  // the second lane starts when the first has made its access
    BothFirst, // the second lane first comes to its access and stops before it
  };

  // The pattern of the next execution; its lanes 0 and 1 are `firstLane` and `secondLane` of the test. The traces must
  // outlive it.
  void aimAt(const AccessPattern& pattern,
             const LaneTrace& one,
             const LaneTrace& other,
             unsigned firstLane,
             unsigned secondLane,
             Approach approach);

  bool beginExecution(std::uint64_t index) override;
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pick(const runtime::Choice&) override { return 0; }

  // Whether the last execution made all accesses of the pattern in its order.
  bool covered() const { return at_ == count_; }

private:
  struct Target {
    unsigned lane = 0; // of the test
    bool stopBefore = false;
    const abi::SiteRecord* site = nullptr;
    std::uintptr_t address = 0;
    std::uint32_t occurrence = 0;
    std::uint32_t passed = 0; // how often its lane has made this access in this execution
    const std::vector<HeldSpan>* held = nullptr; // the locks under which it is made
  };

  runtime::ThreadId startLanes(const runtime::SchedulingPoint& point) const;
  bool isAbout(const Target& target, const runtime::PendingOperation& pending) const;
  bool isInTheWay(runtime::ThreadId thread, const runtime::SchedulingPoint& point) const;
  runtime::ThreadId pass(runtime::ThreadId thread, const runtime::SchedulingPoint& point);

  std::array<Target, 5> targets_;
  unsigned count_ = 0;
  unsigned at_ = 0; // the target to be met next
};

} // namespace heddle::explore
