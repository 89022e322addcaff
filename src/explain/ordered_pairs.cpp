// SPDX-License-Identifier: Apache-2.0
#include "explain/ordered_pairs.h"

#include <algorithm>
#include <cctype>

#include "explain/memory_pairs.h"
#include "explain/wait_pairs.h"

namespace heddle::explain {

using model::EventKind;
using model::FindingKind;
using model::OrderedPair;
using model::PairedAccess;
using model::PairKind;
using model::StepKind;

namespace {

std::vector<OrderedPair> listOf(std::optional<OrderedPair> pair) {
  return pair ? std::vector{std::move(*pair)} : std::vector<OrderedPair>();
}

// A failure depends on what its thread has read.
Decision decisionOf(const PairedSteps& steps, std::uint16_t thread) {
  Decision decision;
  decision.thread = thread;
  decision.reads.emplace();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps.thread(i) == thread && steps.reads(i))
      (*decision.reads)[steps.location(i)] = i;
  }
  return decision;
}

std::vector<OrderedPair> pairsOfFailure(const PairedSteps& steps, std::uint16_t thread) {
  auto pairs = memoryPairs(steps, decisionOf(steps, thread));
  return pairs.empty() ? listOf(barging(steps, thread)) : pairs;
}

// A lost notification explains by itself why a thread waits. If the thread knew of the notification, it waits for another reason: for
// a value that is wrong, or because the notification went elsewhere.
std::vector<OrderedPair> pairsOfWaiting(const PairedSteps& steps,
                                        const std::vector<model::ThreadState>& threads) {
  if (auto pair = lockPair(threads))
    return listOf(std::move(pair));
  if (auto pair = lostNotification(steps))
    return listOf(std::move(pair));
  if (auto pairs = memoryPairs(steps, decisionOfWaiters(steps)); !pairs.empty())
    return pairs;
  return listOf(insufficientNotification(steps));
}

bool isInBlock(const model::Trace& trace, std::uint64_t location, std::uint32_t block) {
  return location < trace.locations.size() &&
         trace.locations[location].region == model::Region::Heap &&
         trace.locations[location].number == block;
}

// The last read of a pointer into the block that trace.events[freed] frees, by the thread that failed.
std::optional<std::size_t>
pointerRead(const model::Trace& trace, const Places& places, std::size_t freed) {
  const std::uint32_t location = trace.events[freed].location;
  const std::uint32_t block =
      location < trace.locations.size() ? trace.locations[location].number : 0;
  for (std::size_t i = trace.events.size(); i-- > 0;) {
    const model::Event& event = trace.events[i];
    if (event.thread == trace.thread && isRead(event.kind) && event.isPointer && event.hasValue &&
        isInBlock(trace, event.value, block) && places.isExact(i))
      return i;
  }
  return std::nullopt;
}

// The thread may have freed other blocks since: only what it freed at that place counts.
bool isTheFree(const model::Trace& trace,
               const Places& places,
               std::size_t index,
               const model::SourcePlace& freedAt) {
  const model::Event& event = trace.events[index];
  const model::SourcePlace& place = places.ofEvent(index);
  return event.kind == EventKind::Free && event.thread == trace.relatedThread &&
         place.file == freedAt.file && place.line == freedAt.line;
}

std::vector<OrderedPair> pairsByKind(const model::Trace& trace,
                                     const PairedSteps& steps,
                                     const std::vector<model::ThreadState>& threads) {
  switch (trace.kind) {
  case FindingKind::None:
  case FindingKind::DataRace: // its two accesses have no order
  case FindingKind::Livelock: // no order is to blame more than another
  case FindingKind::Hang:
  case FindingKind::Leak:
  case FindingKind::StackOverflow:
  case FindingKind::BadFree:
    return {};
  case FindingKind::Deadlock:
  case FindingKind::LostWakeup:
    return pairsOfWaiting(steps, threads);
  case FindingKind::ExitStatus:
  case FindingKind::Linearizability:
  case FindingKind::WeakConsistency:
  case FindingKind::EscapedReference:
  case FindingKind::Invariant:
    return memoryPairs(steps, {});
  case FindingKind::Crash:
  case FindingKind::Assert:
  case FindingKind::Abort:
  case FindingKind::Exception:
  case FindingKind::UseAfterFree:
  case FindingKind::DoubleFree:
  case FindingKind::HeapOverflow:
  case FindingKind::LockMisuse:
    return pairsOfFailure(steps, trace.thread);
  }
  return {};
}

// A sentence about a place or a name of the library does not help the user. An identifier that begins with an underscore and a capital letter
// is reserved for it.
bool isUsers(const PairedAccess& access, const ObjectTable& objects) {
  const std::string& name = objects.at(access.object).name;
  const bool isReserved =
      name.size() > 1 && name[0] == '_' && std::isupper(static_cast<unsigned char>(name[1])) != 0;
  return isUserCode(access.place.file) && !isReserved;
}

} // namespace

std::vector<OrderedPair> explainingPairs(const model::Trace& trace,
                                         const StepList& list,
                                         const std::vector<model::ThreadState>& threads,
                                         const ObjectTable& objects) {
  auto pairs = pairsByKind(trace, PairedSteps(trace, list), threads);
  std::erase_if(pairs, [&](const OrderedPair& pair) {
    return !std::ranges::all_of(
        pair.accesses, [&](const PairedAccess& access) { return isUsers(access, objects); });
  });
  return pairs;
}

std::vector<OrderedPair> freedPair(const model::Trace& trace,
                                   const Places& places,
                                   const Names& names,
                                   const model::SourcePlace& use,
                                   ObjectTable& objects) {
  if (trace.relation != model::Relation::FreedBy || trace.relatedThread < 0 ||
      trace.relatedThread == trace.thread)
    return {};
  const auto freedAt = places.stack(trace.relatedStack);
  for (std::size_t freed = trace.events.size(); freed-- > 0 && !freedAt.empty();) {
    if (!isTheFree(trace, places, freed, freedAt.front()))
      continue;
    const auto pointer = pointerRead(trace, places, freed);
    if (!pointer)
      continue;
    const PairedAccess read{.step = trace.events[*pointer].step,
                            .thread = trace.thread,
                            .kind = StepKind::Read,
                            .object = objects.indexOf(names.variable(*pointer)),
                            .place = places.ofEvent(*pointer)};
    const PairedAccess frees{.step = trace.events[freed].step,
                             .thread = trace.events[freed].thread,
                             .kind = StepKind::Free,
                             .object = 0,
                             .place = freedAt.front()};
    const PairedAccess uses{.step = trace.eventCount,
                            .thread = trace.thread,
                            .kind = StepKind::Fail,
                            .object = 0,
                            .place = use};
    if (*pointer < freed)
      return {{.kind = PairKind::FreedBetween, .accesses = {read, frees, uses}}};
    return {{.kind = PairKind::FreedBefore, .accesses = {frees, read, uses}}};
  }
  return {};
}

} // namespace heddle::explain
