// SPDX-License-Identifier: Apache-2.0
#include "synthesize/call_recorder.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "support/hash.h"

namespace heddle::synthesize {

using explore::HeldSpan;
using runtime::Event;
using runtime::EventKind;

namespace {

constexpr std::size_t kMostDepth = 4096; // of a stack; a deeper recursion is not followed
constexpr std::uintptr_t kPage = 4096;
constexpr std::size_t kMostEffect = 4096; // bytes of what a call leaves behind
constexpr std::uintptr_t kWord = sizeof(std::uint64_t);
constexpr std::size_t kMostOld = 4096; // words that are compared with what they were

bool isAccess(EventKind kind) {
  return kind <= EventKind::AtomicCas;
}

bool writesMemory(EventKind kind) {
  return kind == EventKind::Store || kind == EventKind::RangeWrite ||
         kind == EventKind::AtomicStore || kind == EventKind::AtomicRmw ||
         kind == EventKind::AtomicCas;
}

bool readsMemory(EventKind kind) {
  return kind != EventKind::Store && kind != EventKind::RangeWrite &&
         kind != EventKind::AtomicStore;
}

std::uint64_t bytesOf(const Event& event) {
  return std::max<std::uint64_t>(1, event.size);
}

// What a word of memory points to differs from prefix to prefix.
bool isAddress(std::uint64_t word) {
  if (word < 0x10000 || (word >> 47) != 0)
    return false;
  std::array<char, 64> text{};
  runtime::describeAddress(word, text.data(), text.size());
  std::string_view what = text.data();
  return what.starts_with("heap") || what.starts_with("stack") || what.starts_with("global");
}

bool isLibrary(std::string_view file) {
  return file.starts_with("/usr/");
}

bool sameText(const char* one, const char* other) {
  return one == other || std::strcmp(one, other) == 0;
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

} // namespace

std::size_t CallRecorder::KeyHash::operator()(const Key& key) const {
  return Hasher().add(key.address).add(key.sizeAndKind).add(key.held).value();
}

void CallRecorder::beginExecution() {
  threads_.clear();
  inCall_ = false;
  spans_ = 0;
}

void CallRecorder::beginCall() {
  inCall_ = true;
  number_ = pointAt_ = 0;
  details_ = {};
  firstNumbers_.clear();
  known_.clear();
  allocated_.clear();
  freed_.clear();
  old_.clear();
  sitesAtPoint_.clear();
  for (Thread& thread : threads_) {
    thread.beenAt = {};
    keepHeld(thread);
  }
}

CallRecorder::Thread& CallRecorder::threadOf(const Event& event) {
  if (event.thread >= threads_.size())
    threads_.resize(event.thread + 1u);
  return threads_[event.thread];
}

void CallRecorder::onEvent(const Event& event) {
  Thread& thread = threadOf(event);
  switch (event.kind) {
  case EventKind::FunctionEntry:
    enter(thread, *event.site);
    break;
  case EventKind::FunctionExit:
    leave(thread, event.site->function);
    break;
  case EventKind::Lock:
    take(thread, event.address, false);
    break;
  case EventKind::LockShared:
    take(thread, event.address, true);
    break;
  case EventKind::TryLock:
  case EventKind::TryLockShared:
    if (event.value != 0)
      take(thread, event.address, event.kind == EventKind::TryLockShared);
    break;
  case EventKind::Unlock:
  case EventKind::UnlockShared:
    give(thread, event.address);
    break;
  case EventKind::CondWait: // gives the lock back for a while
    renewSpans(thread);
    break;
  case EventKind::Allocate:
    if (inCall_)
      allocated_.push_back({event.address, event.address + event.size});
    break;
  case EventKind::Free:
    if (inCall_)
      noteFree(event, thread);
    break;
  default:
    if (event.site != nullptr)
      visit(thread, *event.site);
    if (isAccess(event.kind))
      noteAccess(event, thread);
  }
  arrive(thread);
  bool isOfTrace = isAccess(event.kind) || event.kind == EventKind::FunctionEntry ||
                   event.kind == EventKind::FunctionExit || event.kind == EventKind::Lock ||
                   event.kind == EventKind::Unlock;
  if (inCall_ && isOfTrace && (!isAccess(event.kind) || !isOwn(event.address)))
    details_.coverage = Hasher()
                            .add(details_.coverage)
                            .add(static_cast<unsigned>(event.kind))
                            .add(reinterpret_cast<std::uintptr_t>(event.site))
                            .value();
}

// ---- stacks -----------------------------------------------------------------------------------------------

void CallRecorder::enter(Thread& thread, const abi::SiteRecord& site) {
  if (thread.stack.size() >= kMostDepth)
    return;
  Frame frame{.function = site.function, .isLibrary = isLibrary(site.file)};
  for (std::size_t i = 0; i < places_.size(); ++i) {
    unsigned before = thread.stack.empty() ? 0 : thread.stack.back().matched[i];
    frame.matched[i] = static_cast<std::uint8_t>(places_[i].enter(before, site.function));
    frame.isPoint[i] = places_[i].isPoint(before, site.function);
  }
  thread.stack.push_back(frame);
}

// An exception leaves functions that have nothing to clean up without a word.
void CallRecorder::leave(Thread& thread, const char* function) {
  auto found = std::find_if(thread.stack.rbegin(), thread.stack.rend(), [&](const Frame& frame) {
    return sameText(frame.function, function);
  });
  if (found != thread.stack.rend())
    thread.stack.erase(std::prev(found.base()), thread.stack.end());
}

void CallRecorder::visit(Thread& thread, const abi::SiteRecord& site) {
  auto found = std::find_if(thread.stack.rbegin(), thread.stack.rend(), [&](const Frame& frame) {
    return sameText(frame.function, site.function);
  });
  if (found == thread.stack.rend())
    return;
  thread.stack.erase(found.base(), thread.stack.end());
  Frame& frame = thread.stack.back();
  frame.line = site.line;
  bool isOfAccess = site.kind <= static_cast<std::uint8_t>(abi::SiteKind::AtomicCas);
  if (inCall_ && isOfAccess && !places_.empty() && frame.isPoint[0] && places_[0].isLine(site.line))
    sitesAtPoint_.insert(&site);
}

void CallRecorder::arrive(Thread& thread) {
  for (const Frame& frame : thread.stack)
    for (std::size_t i = 0; i < places_.size(); ++i)
      if (frame.isPoint[i] && places_[i].isLine(frame.line)) {
        thread.beenAt[i] = true;
        if (!inCall_)
          continue;
        details_.reaches[i] = true;
        if (i == 0)
          pointAt_ = number_;
      }
}

Presence CallRecorder::presence(unsigned place,
                                runtime::ThreadId thread,
                                const abi::SiteRecord* site) const {
  if (thread >= threads_.size())
    return Presence::Elsewhere;
  const std::vector<Frame>& stack = threads_[thread].stack;
  for (auto frame = stack.rbegin(); frame != stack.rend(); ++frame) {
    bool isHere = site != nullptr && sameText(site->function, frame->function);
    if (frame->isPoint[place]) {
      if (places_[place].isLine(isHere ? site->line : frame->line))
        return Presence::There;
      return isHere ? Presence::Elsewhere : Presence::Near;
    }
    // A function of the user's that the stack does not show: without lines, it may have been inlined away; where the stack
    // shows one that is not in this code, it may be that one under another name.
    if (!frame->isLibrary && places_[place].line() != 0 && !places_[place].lacksInnermost())
      return Presence::Elsewhere;
  }
  return Presence::Elsewhere;
}

bool CallRecorder::hasBeenAt(unsigned place, runtime::ThreadId thread) const {
  return thread < threads_.size() && threads_[thread].beenAt[place];
}

// ---- locks ------------------------------------------------------------------------------------------------

void CallRecorder::take(Thread& thread, std::uintptr_t lock, bool shared) {
  auto held =
      std::ranges::find_if(thread.held, [&](const Lock& one) { return one.span.lock == lock; });
  if (held != thread.held.end()) {
    ++held->depth;
    return;
  }
  if (inCall_)
    for (const Lock& outer : thread.held)
      details_.nested.insert({outer.span.lock, lock});
  thread.held.push_back({.span = {lock, ++spans_, shared}, .depth = 1});
  keepHeld(thread);
}

void CallRecorder::give(Thread& thread, std::uintptr_t lock) {
  auto held =
      std::ranges::find_if(thread.held, [&](const Lock& one) { return one.span.lock == lock; });
  if (held == thread.held.end() || --held->depth > 0)
    return;
  thread.held.erase(held);
  keepHeld(thread);
}

void CallRecorder::renewSpans(Thread& thread) {
  for (Lock& lock : thread.held)
    lock.span.number = ++spans_;
  keepHeld(thread);
}

void CallRecorder::keepHeld(Thread& thread) {
  if (!inCall_)
    return;
  std::vector<HeldSpan> now;
  for (const Lock& lock : thread.held)
    now.push_back(lock.span);
  thread.heldSet = 0;
  if (now.empty())
    return;
  thread.heldSet = static_cast<std::uint32_t>(details_.heldSets.size());
  details_.heldSets.push_back(std::move(now));
}

// ---- memory -----------------------------------------------------------------------------------------------

bool CallRecorder::isOwn(std::uintptr_t address) {
  auto [entry, isNew] = isStack_.try_emplace(address / kPage, false);
  if (isNew) {
    std::array<char, 64> text{};
    runtime::describeAddress(address, text.data(), text.size());
    std::string_view what = text.data();
    entry->second = what.starts_with("stack") || what.starts_with("thread-local");
  }
  return entry->second || std::ranges::any_of(allocated_, [&](const MemoryRange& block) {
           return address >= block.begin && address < block.end;
         });
}

void CallRecorder::noteAccess(const Event& event, Thread& thread) {
  if (!inCall_)
    return;
  noteBytes(event.address,
            bytesOf(event),
            readsMemory(event.kind),
            writesMemory(event.kind),
            thread.heldSet);
  bool isPointer = event.site != nullptr && event.site->isPointer != 0;
  if (event.kind == EventKind::Store && isPointer && event.value == 0 && !isOwn(event.address))
    details_.destroyed.push_back({event.address, event.address + event.size});
}

void CallRecorder::noteFree(const Event& event, Thread& thread) {
  noteBytes(event.address, event.size, false, true, thread.heldSet);
  if (isOwn(event.address))
    return;
  details_.destroyed.push_back({event.address, event.address + event.size});
  freed_.push_back({event.address, event.address + event.size});
}

void CallRecorder::noteBytes(
    std::uintptr_t address, std::uint64_t size, bool reads, bool writes, std::uint32_t held) {
  if (isOwn(address))
    return;
  ++number_;
  Key key{address, size * 4 + (reads ? 1 : 0) + (writes ? 2 : 0), held};
  if (details_.accesses.size() == kMostAccesses) {
    details_.isComplete = false;
    return;
  }
  if (!known_.try_emplace(key, details_.accesses.size()).second)
    return;
  details_.accesses.push_back({address, size, reads, writes, held, false});
  firstNumbers_.push_back(number_);
  if (writes)
    keepOld(address, size);
}

// An access is told before it happens.
void CallRecorder::keepOld(std::uintptr_t address, std::uint64_t size) {
  for (std::uintptr_t at = address / kWord * kWord; at < address + size && old_.size() < kMostOld;
       at += kWord)
    if (auto [entry, isNew] = old_.try_emplace(at, 0); isNew)
      std::memcpy(&entry->second, reinterpret_cast<const void*>(at), kWord);
}

void CallRecorder::noteChanged() {
  for (const auto& [address, before] : old_) {
    std::uint64_t now = before;
    if (!isFreed(address))
      std::memcpy(&now, reinterpret_cast<const void*>(address), kWord);
    if (now != before)
      details_.changed.push_back(address);
  }
}

bool CallRecorder::isFreed(std::uintptr_t address) const {
  return std::ranges::any_of(freed_, [&](const MemoryRange& block) {
    return address >= block.begin && address < block.end;
  });
}

void CallRecorder::endCall() {
  Hasher hasher;
  std::size_t bytes = 0;
  for (const DetailedAccess& access : details_.accesses) {
    if (!access.writes || isFreed(access.address) || bytes >= kMostEffect)
      continue;
    for (std::uint64_t at = 0; at < access.size && bytes < kMostEffect;
         at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word,
                  reinterpret_cast<const void*>(access.address + at),
                  std::min<std::uint64_t>(sizeof word, access.size - at));
      hasher.add(isAddress(word) ? 1 : word);
      bytes += sizeof word;
    }
  }
  details_.effect = hasher.value();
  noteChanged();
}

CallDetails CallRecorder::finish() {
  inCall_ = false;
  details_.sitesAtPoint = sitesAtPoint_.size();
  bool isReached = std::ranges::any_of(details_.reaches, [](bool reached) { return reached; });
  std::vector<MemoryRange> read;
  std::vector<MemoryRange> written;
  for (std::size_t i = 0; i < details_.accesses.size(); ++i) {
    DetailedAccess& access = details_.accesses[i];
    // Whoever fails may be one access further than whoever does not.
    access.early = !isReached || firstNumbers_[i] <= pointAt_ + 1;
    MemoryRange range{access.address, access.address + access.size};
    if (access.reads && access.early)
      read.push_back(range);
    if (access.writes)
      written.push_back(range);
  }
  details_.readEarly = disjoint(std::move(read));
  details_.written = disjoint(std::move(written));
  details_.destroyed = disjoint(std::move(details_.destroyed));
  return std::move(details_);
}

} // namespace heddle::synthesize
