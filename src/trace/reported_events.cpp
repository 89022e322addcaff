// SPDX-License-Identifier: Apache-2.0
#include "trace/reported_events.h"

#include <algorithm>
#include <unordered_map>

#include "support/check.h"

namespace heddle::trace {

using runtime::EventKind;

namespace {

constexpr std::uintptr_t kWord = 8;
constexpr std::uintptr_t kMostWords =
    32; // of one access; longer ones are judged by their beginning

// Words of memory that at least two threads access.
class SharedWords {
public:
  explicit SharedWords(const ExecutionTrace& trace) {
    for (EventIndex event = 0; event < trace.length(); ++event)
      if (trace.isAccess(event) && trace.kind(event) != EventKind::Free)
        touch(trace, event);
  }

  bool contains(const ExecutionTrace& trace, EventIndex event) const {
    const Words words = wordsOf(trace, event);
    for (std::uintptr_t word = words.first; word <= words.last; ++word)
      if (auto found = owners_.find(word); found != owners_.end() && found->second == kShared)
        return true;
    return false;
  }

private:
  struct Words {
    std::uintptr_t first, last;
  };
  static constexpr std::uint32_t kShared = ~std::uint32_t{0};

  // A block is judged by its first word: most are shared in some part.
  static Words wordsOf(const ExecutionTrace& trace, EventIndex event) {
    std::uint32_t size = trace.kind(event) == EventKind::Allocate ? 1 : trace.size(event);
    std::uintptr_t first = trace.address(event) / kWord;
    std::uintptr_t end = trace.address(event) + std::max(size, 1u);
    return {.first = first, .last = std::min((end - 1) / kWord, first + kMostWords - 1)};
  }

  void touch(const ExecutionTrace& trace, EventIndex event) {
    const Words words = wordsOf(trace, event);
    for (std::uintptr_t word = words.first; word <= words.last; ++word) {
      auto [owner, isNew] = owners_.try_emplace(word, trace.thread(event));
      if (!isNew && owner->second != trace.thread(event))
        owner->second = kShared;
    }
  }

  std::unordered_map<std::uintptr_t, std::uint32_t>
      owners_; // by address / 8: the thread, or kShared
};

class Selection {
public:
  explicit Selection(const ExecutionTrace& trace)
      : trace_(trace), shared_(trace), calls_(trace.threadCount()) {}

  std::vector<EventIndex> run() {
    for (EventIndex event = 0; event < trace_.length(); ++event)
      visit(event);
    return std::move(kept_);
  }

private:
  bool isWanted(EventIndex event) const;
  void visit(EventIndex event);
  void leave(EventIndex event);

  const ExecutionTrace& trace_;
  SharedWords shared_;
  std::vector<std::vector<EventIndex>>
      calls_; // by thread: entered, but nothing has happened inside
  std::vector<EventIndex> kept_;
};

bool Selection::isWanted(EventIndex event) const {
  switch (trace_.kind(event)) {
  case EventKind::Load:
  case EventKind::Store:
  case EventKind::RangeRead:
  case EventKind::RangeWrite:
  case EventKind::Allocate:
    return shared_.contains(trace_, event);
  case EventKind::Throw:
  case EventKind::Branch:
  case EventKind::IndirectCall:
  case EventKind::OnceDone:
  case EventKind::WakeUp:
    return false;
  case EventKind::SemaphoreWait:
    return !trace_.failed(event);
  default:
    return true;
  }
}

// A call is kept only if something happens inside.
void Selection::visit(EventIndex event) {
  std::vector<EventIndex>& calls = calls_[trace_.thread(event)];
  if (trace_.kind(event) == EventKind::FunctionEntry)
    return calls.push_back(event);
  if (trace_.kind(event) == EventKind::FunctionExit)
    return leave(event);
  if (!isWanted(event))
    return;
  kept_.insert(kept_.end(), calls.begin(), calls.end());
  calls.clear();
  kept_.push_back(event);
}

void Selection::leave(EventIndex event) {
  std::vector<EventIndex>& calls = calls_[trace_.thread(event)];
  if (calls.empty())
    kept_.push_back(event);
  else
    calls.pop_back();
}

} // namespace

ReportedEvents reportedEvents(const ExecutionTrace& trace) {
  ReportedEvents reported{.events = Selection(trace).run(), .leftOut = trace.leftOut()};
  if (reported.events.size() <= ReportedEvents::kMost)
    return reported;
  auto surplus = reported.events.size() - ReportedEvents::kMost;
  auto first = reported.events.begin() + ReportedEvents::kFirst;
  reported.events.erase(first, first + static_cast<std::ptrdiff_t>(surplus));
  reported.leftOut += surplus;
  HEDDLE_CHECK(reported.events.size() == ReportedEvents::kMost)
      << "a report keeps " << reported.events.size() << " events";
  return reported;
}

} // namespace heddle::trace
