// SPDX-License-Identifier: Apache-2.0
// Atomic operations. The pass replaces the instructions by these calls. The runtime performs them as plain accesses,
// because all fibers share one OS thread and nothing can happen between a scheduling point and the operation.
// Execution is sequentially consistent; the memory orders matter only to the race detector.
#include <cstring>

#include "runtime/event_stream.h"
#include "runtime/hooks.h"
#include "runtime/races/discarded_reads.h"
#include "runtime/races/race_detector.h"
#include "runtime/scheduler.h"
#include "runtime/system/real_calls.h"

namespace heddle::runtime {

namespace {

using abi::MemoryOrder;
using abi::RmwOperation;
using abi::SiteRecord;

std::uint64_t load(const void* address, unsigned size) {
  std::uint64_t value = 0;
  std::memcpy(&value, address, size);
  return value;
}

void store(void* address, std::uint64_t value, unsigned size) {
  std::memcpy(address, &value, size);
}

std::int64_t signExtend(std::uint64_t value, unsigned size) {
  unsigned shift = 64 - size * 8;
  return static_cast<std::int64_t>(value << shift) >> shift;
}

std::uint64_t truncate(std::uint64_t value, unsigned size) {
  return size == 8 ? value : value & ((std::uint64_t{1} << (size * 8)) - 1);
}

std::uint64_t
combine(RmwOperation operation, std::uint64_t old, std::uint64_t operand, unsigned size) {
  bool less = signExtend(old, size) < signExtend(operand, size);
  switch (operation) {
  case RmwOperation::Exchange:
    return operand;
  case RmwOperation::Add:
    return old + operand;
  case RmwOperation::Sub:
    return old - operand;
  case RmwOperation::And:
    return old & operand;
  case RmwOperation::Nand:
    return ~(old & operand);
  case RmwOperation::Or:
    return old | operand;
  case RmwOperation::Xor:
    return old ^ operand;
  case RmwOperation::Max:
    return less ? operand : old;
  case RmwOperation::Min:
    return less ? old : operand;
  case RmwOperation::UMax:
    return old < operand ? operand : old;
  case RmwOperation::UMin:
    return old < operand ? old : operand;
  }
  return operand;
}

MemoryOrder orderOf(const SiteRecord* site) {
  return static_cast<MemoryOrder>(site->order);
}
std::uintptr_t asAddress(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

// Called before a write happens; `value` is the new value, `previous` the current one.
void emitAtomic(EventKind kind,
                const SiteRecord* site,
                const void* pointer,
                std::uint64_t value,
                std::uint64_t previous,
                bool failed = false) {
  if (__builtin_expect(engine.listening, false))
    deliverEvent({.kind = kind,
                  .hasValue = true,
                  .failed = failed,
                  .size = site->size,
                  .site = site,
                  .address = asAddress(pointer),
                  .value = value,
                  .previous = previous});
}

// The C ABI's numbering of memory orders, as in libatomic's interface.
MemoryOrder orderFromAbi(int order) {
  constexpr MemoryOrder kOrders[] = {MemoryOrder::Relaxed,
                                     MemoryOrder::Acquire,
                                     MemoryOrder::Acquire,
                                     MemoryOrder::Release,
                                     MemoryOrder::AcquireRelease,
                                     MemoryOrder::SeqCst};
  return order >= 0 && order <= 5 ? kOrders[order] : MemoryOrder::SeqCst;
}

} // namespace
} // namespace heddle::runtime

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): hooks are C functions

HEDDLE_INTERPOSE std::uint64_t heddle_rt_atomic_load(const heddle::abi::SiteRecord* site,
                                                     void* pointer) {
  bool seen = atomicAccess(EventKind::AtomicLoad, site, pointer, site->size, false);
  std::uint64_t value = load(pointer, site->size);
  if (seen) {
    atomicLoaded(asAddress(pointer), site->size, orderOf(site));
    noteAtomicLoad(asAddress(pointer), value);
    emitAtomic(EventKind::AtomicLoad, site, pointer, value, value);
  }
  return value;
}

HEDDLE_INTERPOSE void
heddle_rt_atomic_store(const heddle::abi::SiteRecord* site, void* pointer, std::uint64_t value) {
  if (atomicAccess(EventKind::AtomicStore, site, pointer, site->size, true)) {
    atomicStored(asAddress(pointer), site->size, orderOf(site));
    std::uint64_t previous = engine.listening ? load(pointer, site->size) : 0;
    emitAtomic(EventKind::AtomicStore, site, pointer, truncate(value, site->size), previous);
  }
  store(pointer, value, site->size);
}

HEDDLE_INTERPOSE std::uint64_t
heddle_rt_atomic_rmw(const heddle::abi::SiteRecord* site, void* pointer, std::uint64_t operand) {
  bool seen = atomicAccess(EventKind::AtomicRmw, site, pointer, site->size, true);
  unsigned size = site->size;
  std::uint64_t old = load(pointer, size);
  std::uint64_t value = truncate(
      combine(static_cast<RmwOperation>(site->operation), old, truncate(operand, size), size),
      size);
  if (seen) {
    atomicModified(asAddress(pointer), site->size, orderOf(site));
    emitAtomic(EventKind::AtomicRmw, site, pointer, value, old);
  }
  store(pointer, value, size);
  return old;
}

HEDDLE_INTERPOSE std::uint64_t heddle_rt_atomic_cas(const heddle::abi::SiteRecord* site,
                                                    void* pointer,
                                                    std::uint64_t expected,
                                                    std::uint64_t desired) {
  unsigned size = site->size;
  bool seen = compareExchangeAccess(site, pointer, truncate(expected, size));
  std::uint64_t old = load(pointer, size);
  bool success = old == truncate(expected, size);
  if (seen && success)
    atomicModified(asAddress(pointer), site->size, orderOf(site));
  else if (seen)
    compareExchangeFailed(
        asAddress(pointer), site->size, static_cast<MemoryOrder>(site->failOrder));
  if (success)
    store(pointer, desired, size);
  if (seen)
    emitAtomic(EventKind::AtomicCas,
               site,
               pointer,
               success ? truncate(desired, size) : old,
               old,
               !success);
  return old;
}

HEDDLE_INTERPOSE void heddle_rt_atomic_other(const heddle::abi::SiteRecord* site, void* pointer) {
  using heddle::abi::SiteKind;
  auto kind = static_cast<SiteKind>(site->kind);
  if (kind == SiteKind::AtomicLoad) {
    if (atomicAccess(EventKind::AtomicLoad, site, pointer, site->size, false)) {
      atomicLoaded(asAddress(pointer), site->size, orderOf(site));
      emitAccess(EventKind::AtomicLoad, site, asAddress(pointer), site->size);
    }
    return;
  }
  bool isStore = kind == SiteKind::AtomicStore;
  EventKind event = isStore ? EventKind::AtomicStore : EventKind::AtomicRmw;
  if (!atomicAccess(event, site, pointer, site->size, true))
    return;
  if (isStore)
    atomicStored(asAddress(pointer), site->size, orderOf(site));
  else
    atomicModified(asAddress(pointer), site->size, orderOf(site));
  emitAccess(event, site, asAddress(pointer), site->size);
}

HEDDLE_INTERPOSE void heddle_rt_fence(const heddle::abi::SiteRecord* site) {
  if (!engine.inSubject)
    return;
  countEvent();
  exec.lastSite = site;
  schedulingPoint(EventKind::Fence, site, 0, false);
  fenced(orderOf(site));
  emitEvent(EventKind::Fence, site, 0, 0, 0);
}

// libatomic's generic operations: objects larger than 16 bytes.

namespace {

// That of the call; the last one of the thread if the caller is not instrumented.
const heddle::abi::SiteRecord* genericSite() {
  const heddle::abi::SiteRecord* site = takeOperationSite();
  return site != nullptr ? site : exec.lastSite;
}

} // namespace

HEDDLE_INTERPOSE void
heddle_generic_load(std::size_t size, void* object, void* result, int order) asm("__atomic_load");
HEDDLE_INTERPOSE void heddle_generic_load(std::size_t size, void* object, void* result, int order) {
  if (atomicAccess(EventKind::AtomicLoad, genericSite(), object, size, false)) {
    atomicLoaded(asAddress(object), size, orderFromAbi(order));
    emitAccess(EventKind::AtomicLoad, exec.lastSite, asAddress(object), size);
  }
  std::memcpy(result, object, size);
}

HEDDLE_INTERPOSE void
heddle_generic_store(std::size_t size, void* object, void* value, int order) asm("__atomic_store");
HEDDLE_INTERPOSE void heddle_generic_store(std::size_t size, void* object, void* value, int order) {
  if (atomicAccess(EventKind::AtomicStore, genericSite(), object, size, true)) {
    atomicStored(asAddress(object), size, orderFromAbi(order));
    emitAccess(EventKind::AtomicStore, exec.lastSite, asAddress(object), size);
  }
  std::memcpy(object, value, size);
}

HEDDLE_INTERPOSE void heddle_generic_exchange(
    std::size_t size, void* object, void* value, void* result, int order) asm("__atomic_exchange");
HEDDLE_INTERPOSE void
heddle_generic_exchange(std::size_t size, void* object, void* value, void* result, int order) {
  if (atomicAccess(EventKind::AtomicRmw, genericSite(), object, size, true)) {
    atomicModified(asAddress(object), size, orderFromAbi(order));
    emitAccess(EventKind::AtomicRmw, exec.lastSite, asAddress(object), size);
  }
  std::memcpy(result, object, size);
  std::memcpy(object, value, size);
}

HEDDLE_INTERPOSE bool heddle_generic_cas(std::size_t size,
                                         void* object,
                                         void* expected,
                                         void* desired,
                                         int order,
                                         int failOrder) asm("__atomic_compare_exchange");
HEDDLE_INTERPOSE bool heddle_generic_cas(
    std::size_t size, void* object, void* expected, void* desired, int order, int failOrder) {
  bool seen = atomicAccess(EventKind::AtomicCas, genericSite(), object, size, true);
  bool success = std::memcmp(object, expected, size) == 0;
  if (seen && success)
    atomicModified(asAddress(object), size, orderFromAbi(order));
  else if (seen)
    compareExchangeFailed(asAddress(object), size, orderFromAbi(failOrder));
  if (seen)
    emitAccess(EventKind::AtomicCas, exec.lastSite, asAddress(object), size, !success);
  if (success)
    std::memcpy(object, desired, size);
  else
    std::memcpy(expected, object, size);
  return success;
}
