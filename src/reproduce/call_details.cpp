// SPDX-License-Identifier: Apache-2.0
#include "reproduce/call_details.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>

#include "support/check.h"
#include "support/hash.h"

namespace heddle::reproduce {

using runtime::EventKind;
using trace::EventIndex;
using trace::ExecutionTrace;
using trace::LockSpans;

namespace {

constexpr std::uintptr_t kPage = 4096;
constexpr std::size_t kMostEffect = 4096; // bytes that a call leaves in memory
constexpr std::size_t kMostWords = 4096;  // words that it leaves in memory
constexpr std::uintptr_t kWord = sizeof(std::uint64_t);

bool isIn(std::uintptr_t address, std::initializer_list<abi::Region> regions) {
  return std::ranges::find(regions, runtime::locate(address).region) != regions.end();
}

// Whether a word of memory is an address, which differs from prefix to prefix.
bool isAddress(std::uint64_t word) {
  return word >= 0x10000 && (word >> 47) == 0 &&
         isIn(word, {abi::Region::Heap, abi::Region::Stack, abi::Region::Global});
}

std::vector<MemoryRange> disjoint(std::vector<MemoryRange> ranges) {
  std::ranges::sort(ranges, {}, &MemoryRange::begin);
  std::vector<MemoryRange> merged;
  for (const MemoryRange& range : ranges) {
    if (!merged.empty() && range.begin <= merged.back().end)
      merged.back().end = std::max(merged.back().end, range.end);
    else
      merged.push_back(range);
  }
  return merged;
}

bool contains(const std::vector<MemoryRange>& blocks, std::uintptr_t address) {
  return std::ranges::any_of(blocks, [&](const MemoryRange& block) {
    return address >= block.begin && address < block.end;
  });
}

std::uint64_t memoryAt(std::uintptr_t address, std::uint64_t size) {
  std::uint64_t word = 0;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): addresses of the subject are numbers in a trace
  std::memcpy(&word, reinterpret_cast<const void*>(address), std::min<std::uint64_t>(size, kWord));
  return word;
}

class CallReader {
public:
  CallReader(const ExecutionTrace& trace, std::vector<TargetPlace>& places)
      : trace_(trace), locks_(trace), stacks_(places) {}

  CallDetails read(std::uint32_t call, bool returned);

private:
  EventIndex beginOf(std::uint32_t call);
  void visit(EventIndex event);
  void noteNested(EventIndex event);
  void noteAccess(EventIndex event);
  void noteDestroyed(EventIndex event);
  void cover(EventIndex event);
  std::uint32_t heldSet(EventIndex event);
  bool isOwn(std::uintptr_t address);
  void readEffect();
  void readWords();
  void summarise();

  const ExecutionTrace& trace_;
  LockSpans locks_;
  FollowedStacks stacks_;
  CallDetails details_;
  std::uint64_t number_ = 0;                // accesses so far
  std::uint64_t pointAt_ = 0;               // its value when the point of failure was last reached
  std::vector<std::uint64_t> firstNumbers_; // parallel to the accesses
  std::unordered_map<std::uint64_t, std::size_t> known_;       // accesses by hash
  std::map<std::uint32_t, std::uint32_t> heldSets_ = {{0, 0}}; // number in locks_ -> in the details
  std::vector<MemoryRange> freed_, allocated_;                 // by the call
  std::unordered_map<std::uintptr_t, bool> isStack_;           // by page
};

CallDetails CallReader::read(std::uint32_t call, bool returned) {
  EventIndex begin = beginOf(call);
  for (EventIndex event = begin; event < trace_.length(); ++event)
    visit(event);
  if (returned) {
    readEffect();
    readWords();
  }
  summarise();
  return std::move(details_);
}

// Follows the stacks up to there.
EventIndex CallReader::beginOf(std::uint32_t call) {
  for (EventIndex event = 0; event < trace_.length(); ++event) {
    if (trace_.kind(event) == EventKind::CallBegin && trace_.call(event) == call) {
      stacks_.forgetVisits();
      return event;
    }
    stacks_.visit(trace_, event);
  }
  return trace_.length();
}

void CallReader::visit(EventIndex event) {
  switch (trace_.kind(event)) {
  case EventKind::Lock:
  case EventKind::LockShared:
  case EventKind::TryLock:
  case EventKind::TryLockShared:
    noteNested(event);
    break;
  case EventKind::Allocate:
    allocated_.push_back({trace_.address(event), trace_.address(event) + trace_.size(event)});
    break;
  default:
    if (trace_.isAccess(event) && !isOwn(trace_.address(event)))
      noteAccess(event);
  }
  FollowedStacks::AtPoints points = stacks_.visit(trace_, event);
  details_.reaches |= points;
  if (points[0])
    pointAt_ = number_;
  cover(event);
}

// The locks that are held when another one is taken.
void CallReader::noteNested(EventIndex event) {
  std::span<const std::uint32_t> held = locks_.heldAt(event);
  if (held.empty() || locks_.all()[held.back()].acquired != event)
    return;
  for (std::uint32_t outer : held.first(held.size() - 1))
    details_.nested.insert({locks_.all()[outer].lock, trace_.address(event)});
}

// The paper's events: accesses, locks, method entry and exit (AutoConTest, section 4.1).
void CallReader::cover(EventIndex event) {
  EventKind kind = trace_.kind(event);
  bool isOfTrace =
      kind == EventKind::FunctionEntry || kind == EventKind::FunctionExit ||
      kind == EventKind::Lock || kind == EventKind::Unlock ||
      (trace_.isAccess(event) && kind != EventKind::Free && !isOwn(trace_.address(event)));
  if (isOfTrace)
    details_.coverage = Hasher()
                            .add(details_.coverage)
                            .add(static_cast<unsigned>(kind))
                            .add(reinterpret_cast<std::uintptr_t>(trace_.site(event)))
                            .value();
}

bool CallReader::isOwn(std::uintptr_t address) {
  auto [entry, isNew] = isStack_.try_emplace(address / kPage, false);
  if (isNew)
    entry->second = isIn(address, {abi::Region::Stack, abi::Region::ThreadLocal});
  return entry->second || contains(allocated_, address);
}

std::uint32_t CallReader::heldSet(EventIndex event) {
  auto [known, isNew] = heldSets_.try_emplace(locks_.lockSet(event),
                                              static_cast<std::uint32_t>(details_.heldSets.size()));
  if (isNew)
    details_.heldSets.push_back(locks_.spansOf(known->first));
  return known->second;
}

void CallReader::noteAccess(EventIndex event) {
  ++number_;
  noteDestroyed(event);
  DetailedAccess access{.address = trace_.address(event),
                        .size = std::max(trace_.size(event), 1u),
                        .reads = trace_.reads(event),
                        .writes =
                            trace_.writes(event) || trace_.kind(event) == EventKind::AtomicCas,
                        .held = heldSet(event),
                        .early = false};
  if (details_.accesses.size() == CallDetails::kMostAccesses) {
    details_.isComplete = false;
    return;
  }
  std::uint64_t key = Hasher()
                          .add(access.address)
                          .add(access.size * 4 + (access.reads ? 1 : 0) + (access.writes ? 2 : 0))
                          .add(access.held)
                          .value();
  if (!known_.try_emplace(key, details_.accesses.size()).second)
    return;
  details_.accesses.push_back(access);
  firstNumbers_.push_back(number_);
}

void CallReader::noteDestroyed(EventIndex event) {
  MemoryRange range{.begin = trace_.address(event),
                    .end = trace_.address(event) + trace_.size(event)};
  const abi::SiteRecord* site = trace_.site(event);
  bool isNulled = trace_.kind(event) == EventKind::Store && site != nullptr &&
                  site->isPointer != 0 && trace_.value(event) == 0;
  if (isNulled || trace_.kind(event) == EventKind::Free)
    details_.destroyed.push_back(range);
  if (trace_.kind(event) == EventKind::Free)
    freed_.push_back(range);
}

void CallReader::readEffect() {
  Hasher hasher;
  std::size_t bytes = 0;
  for (const DetailedAccess& access : details_.accesses) {
    if (!access.writes || contains(freed_, access.address))
      continue;
    for (std::uint64_t at = 0; at < access.size && bytes < kMostEffect; at += kWord) {
      std::uint64_t word = memoryAt(access.address + at, access.size - at);
      hasher.add(isAddress(word) ? 1 : word);
      bytes += kWord;
    }
  }
  details_.effect = hasher.value();
}

void CallReader::readWords() {
  std::set<std::uintptr_t> words;
  for (const DetailedAccess& access : details_.accesses)
    for (std::uintptr_t at = access.address / kWord * kWord;
         access.writes && at < access.address + access.size && words.size() < kMostWords;
         at += kWord)
      if (!contains(freed_, at))
        words.insert(at);
  for (std::uintptr_t word : words)
    details_.leaves.push_back(wordAt(word));
}

void CallReader::summarise() {
  details_.sitesAtPoint = stacks_.sitesAtPoint();
  details_.isComplete = details_.isComplete && trace_.isComplete();
  bool isReached = details_.reaches.any();
  std::vector<MemoryRange> read;
  std::vector<MemoryRange> written;
  for (std::size_t i = 0; i < details_.accesses.size(); ++i) {
    DetailedAccess& access = details_.accesses[i];
    // A call that fails may be one access further than one that does not.
    access.early = !isReached || firstNumbers_[i] <= pointAt_ + 1;
    MemoryRange range{.begin = access.address, .end = access.address + access.size};
    if (access.reads && access.early)
      read.push_back(range);
    if (access.writes)
      written.push_back(range);
  }
  details_.readEarly = disjoint(std::move(read));
  details_.written = disjoint(std::move(written));
  details_.destroyed = disjoint(std::move(details_.destroyed));
  std::set<std::uintptr_t> locks;
  for (const std::vector<trace::HeldSpan>& held : details_.heldSets)
    for (const trace::HeldSpan& span : held)
      locks.insert(span.lock);
  details_.locks.assign(locks.begin(), locks.end());
  HEDDLE_CHECK(firstNumbers_.size() == details_.accesses.size())
      << "accesses of a call without the time of the first";
}

} // namespace

MemoryWord wordAt(std::uintptr_t address) {
  return {.address = address, .value = memoryAt(address, kWord)};
}

CallDetails detailsOf(const ExecutionTrace& trace,
                      std::uint32_t call,
                      bool returned,
                      std::vector<TargetPlace>& places) {
  return CallReader(trace, places).read(call, returned);
}

} // namespace heddle::reproduce
