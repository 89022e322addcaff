// SPDX-License-Identifier: Apache-2.0
// Compares what calls do with the summaries of their methods. Pruning relies on summaries that were made without
// running anything. If a run shows that a summary is incomplete, that is reported, and the affected pairs are restored:
//   - a call reads or writes a field of the object that its summary does not name;
//   - calls access the same memory although the relation of their methods rules that out (access_meetings.h);
//   - a call takes a lock while it holds another, and the double-lock summary has no such pair.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "calls/access_meetings.h"
#include "model/classes/class_summary.h"
#include "model/message.h"
#include "model/test.h"
#include "runtime/calls.h"
#include "trace/thread_accesses.h"

namespace heddle::calls {

// Owned by CheckRun, lives for one run.
class SummaryWatch {
public:
  SummaryWatch(model::ClassSummary summary, const abi::ClassTable& table);
  SummaryWatch(const SummaryWatch&) = delete;
  SummaryWatch& operator=(const SummaryWatch&) = delete;

  // Sequential runs: calls from now on begin in another state.
  void beginState() {
    meetings_.beginState();
    locks_.clear();
  }
  // The runtime has recorded what `call`, the last one, accessed.
  void sawCall(const abi::Call& call);
  // What the lanes of a test do, each alone from the end of the prefix.
  void sawLanes(const model::Test& test, const std::vector<trace::ThreadAccesses>& lanes);
  // Locks taken in executions since the last call of this function.
  void sawLocks();

  // In the order in which they were seen.
  const std::vector<model::Message>& missing() const { return missing_; }
  // Operations whose pairs must not be pruned after all, since the last time; both the same: with any other one.
  struct Restored {
    std::uint16_t first, second;
    bool withAll;
  };
  std::vector<Restored> takeRestored() { return std::exchange(restored_, {}); }

private:
  struct Method {
    const model::MethodSummary* summary;
    std::string name;
    // By byte of an object; empty: all are allowed.
    std::vector<bool> reads, writes;
  };

  void addMethod(std::size_t index);
  std::size_t methodOf(unsigned operation) const; // kNone when there is no summary
  const model::Location* fieldAt(std::uint32_t offset) const;
  std::optional<unsigned> objectOf(std::uintptr_t address) const;
  std::uintptr_t mirrored(std::uintptr_t address) const;
  void checkFields(std::size_t method, const runtime::CallAccess& access, std::uintptr_t object);
  void
  checkField(std::size_t method, std::uint32_t offset, bool isWrite, const abi::SiteRecord* site);
  const HeldLocks& locksOf(unsigned held, bool exchanged);
  unsigned numberOf(std::uintptr_t lock);
  void sawMeeting(const Meeting& meeting);
  void sawLanes(const trace::ThreadAccesses& one,
                const model::Sequence& calls,
                const trace::ThreadAccesses& other,
                const model::Sequence& otherCalls);
  void sawNested(const runtime::NestedLock& nested);
  std::string lockName(const runtime::LockPlace& place) const;
  void miss(model::MessageId what, std::vector<std::string> arguments);

  static constexpr std::size_t kNone = ~std::size_t{0};

  model::ClassSummary summary_;
  const abi::ClassTable& table_;
  std::vector<Method> methods_;
  std::vector<std::size_t> byOperation_;
  std::vector<const model::Location*>
      fields_; // by byte of an object: of some method's summary, or null
  AccessMeetings meetings_;
  std::vector<std::uintptr_t> locks_; // of this state, by number
  // By held set of the call, and whether the objects are exchanged.
  std::vector<HeldLocks> heldLocks_;
  std::vector<std::uint64_t> heldOf_; // of which call, counted
  std::vector<unsigned> heldInUse_;   // those of this one
  std::uint64_t calls_ = 0;
  std::vector<MethodAccess> accesses_, mirrored_;
  std::set<std::tuple<std::size_t, const model::Location*, bool>> missingFields_;
  std::size_t nestedSeen_ = 0;
  std::vector<model::Message> missing_;
  std::vector<Restored> restored_;
};

} // namespace heddle::calls
