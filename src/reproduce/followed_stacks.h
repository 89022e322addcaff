// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "reproduce/target_place.h"
#include "support/check.h"
#include "trace/execution_trace.h"

namespace heddle::reproduce {

inline constexpr unsigned kMostTargetThreads = 4;

// Where a thread is, relative to the point of failure of a stack. Near: in a function that the failing one calls, and
// its last event before was on another line; calls themselves have no event, so it may be the right one.
enum class Presence : std::uint8_t { Elsewhere, Near, There };

// The stacks of all threads along a trace with function entries and exits (Options::traceFunctions), compared with the
// stacks of a target.
class FollowedStacks {
public:
  // By thread of the target.
  using AtPoints = std::bitset<kMostTargetThreads>;

  // At most kMostTargetThreads places.
  explicit FollowedStacks(std::vector<TargetPlace>& places) : places_(places) {
    HEDDLE_CHECK(places.size() <= kMostTargetThreads)
        << places.size() << " stacks, at most " << kMostTargetThreads << " are followed";
  }

  // Visit events in order. Returns at which points of failure their thread is then.
  AtPoints visit(const trace::ExecutionTrace& trace, trace::EventIndex event);
  void visitAll(const trace::ExecutionTrace& trace);
  // From now on counts where threads have been.
  void forgetVisits();

  // Whether `thread` is at the point of failure of a stack of the target; `site` is where it was last.
  Presence presence(unsigned place, runtime::ThreadId thread, const abi::SiteRecord* site) const;
  // The same for the moment of its last throw; nothing if it has not thrown. Unwinding has left those functions since.
  std::optional<Presence> thrown(unsigned place, runtime::ThreadId thread) const;
  // Whether it has been there.
  bool hasBeenAt(unsigned place, runtime::ThreadId thread) const;
  // Of TargetPlace::sitesAtPoint of the first stack, those that were executed.
  std::size_t sitesAtPoint() const { return sitesAtPoint_.size(); }

private:
  struct Frame {
    const char* function;
    bool isLibrary;
    std::uint32_t line = 0; // last seen in it
    std::array<std::uint8_t, kMostTargetThreads> matched{};
    AtPoints isPoint{};
    AtPoints outer{}; // the points of failure at which the functions that called it are
  };
  struct Thread {
    std::vector<Frame> stack;
    const char* absent = nullptr; // a function that is known not to be in it
    AtPoints beenAt{};
    bool hasThrown = false;
    std::array<Presence, kMostTargetThreads> thrown{}; // where it was then
  };

  void enter(Thread& thread, const abi::SiteRecord& site);
  static std::vector<Frame>::reverse_iterator innermost(std::vector<Frame>& stack,
                                                        const char* function);
  void leave(Thread& thread, const char* function);
  void noteThrow(runtime::ThreadId thread);
  void pass(Thread& thread, const abi::SiteRecord& site);
  AtPoints pointsOf(const Thread& thread) const;

  std::vector<TargetPlace>& places_;
  std::vector<Thread> threads_;
  std::set<const abi::SiteRecord*> sitesAtPoint_;
};

} // namespace heddle::reproduce
