// SPDX-License-Identifier: Apache-2.0
#include "calls/summary_watch.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "analysis/relations.h"
#include "support/check.h"

namespace heddle::calls {

using model::Location;
using model::Lock;
using model::MessageId;
using runtime::LockPlace;

namespace {

constexpr std::size_t kMostMissing = 40;      // lines; more would not say anything new
constexpr std::uint32_t kMostBytes = 1 << 16; // of an object, that are compared field by field
constexpr unsigned kSets =
    512; // held sets of a call, twice: as they are, and with the objects exchanged

std::string placeText(const abi::SiteRecord* site) {
  if (site == nullptr)
    return "";
  std::string_view file = site->file;
  file.remove_prefix(file.rfind('/') + 1); // npos + 1: nothing
  return std::string(file) + ":" + std::to_string(site->line);
}

// Whose lock it is.
const char* ownerName(const LockPlace& place, unsigned receiver) {
  if (place.object == LockPlace::kOutside)
    return "outside";
  return place.object == receiver ? "own" : "other";
}

const char* accessName(bool isWrite) {
  return isWrite ? "write" : "read";
}

// Variables of the class harness are not memory of the class.
bool isOfTheHarness(const abi::SiteRecord* site) {
  return site != nullptr && std::strstr(site->file, "/heddle/detail/") != nullptr;
}

bool isAnywhere(const Location& location) {
  return location.name == Location::kAnywhere;
}

void allow(std::vector<bool>& bytes, const std::vector<Location>& locations) {
  for (const Location& location : locations)
    for (std::size_t i = location.offset;
         i < std::min<std::size_t>(location.offset + location.size, bytes.size());
         ++i)
      bytes[i] = true;
}

bool holds(const Lock& lock, std::uint32_t offset) {
  return lock.size > 0 && offset >= lock.offset && offset < lock.offset + lock.size;
}

// Whether `lock` of a summary can be the lock that a call on object `receiver` took at `place`.
bool canBe(const Lock& lock, const LockPlace& place, unsigned receiver) {
  if (lock.kind == Lock::kAny)
    return true;
  if (place.object == LockPlace::kOutside)
    return lock.size == 0;
  if (!lock.isOwn)
    return lock.size == 0 || holds(lock, place.offset);
  return place.object == receiver && holds(lock, place.offset);
}

} // namespace

SummaryWatch::SummaryWatch(model::ClassSummary summary, const abi::ClassTable& table)
    : summary_(std::move(summary)), table_(table), byOperation_(table.operationCount, kNone),
      fields_(std::min(table.objectSize, kMostBytes)),
      meetings_(std::min(summary_.methods.size(), MethodSet::kMost),
                summary_.methods.size() <= MethodSet::kMost ? analysis::relateAll(summary_)
                                                            : std::vector<analysis::Relation>(),
                [this](const Meeting& meeting) { sawMeeting(meeting); }),
      heldLocks_(kSets), heldOf_(kSets) {
  for (std::size_t i = 0; i < std::min(summary_.methods.size(), MethodSet::kMost); ++i)
    addMethod(i);
}

void SummaryWatch::addMethod(std::size_t index) {
  const model::MethodSummary& summary = summary_.methods[index];
  Method method{.summary = &summary,
                .name = analysis::methodName(summary_, index),
                .reads = {},
                .writes = {}};
  const bool writesAnywhere = std::ranges::any_of(summary.writes, isAnywhere);
  if (!writesAnywhere) {
    method.writes.resize(fields_.size());
    allow(method.writes, summary.writes);
  }
  if (!writesAnywhere && std::ranges::none_of(summary.reads, isAnywhere)) {
    method.reads = method.writes;
    allow(method.reads, summary.reads);
  }
  // The smallest field that contains the byte, for its name.
  for (const std::vector<Location>* locations : {&summary.reads, &summary.writes})
    for (const Location& location : *locations)
      for (std::size_t i = location.offset;
           i < std::min<std::size_t>(location.offset + location.size, fields_.size());
           ++i)
        if (fields_[i] == nullptr || location.size < fields_[i]->size)
          fields_[i] = &location;
  if (summary.operation < byOperation_.size())
    byOperation_[summary.operation] = index;
  methods_.push_back(std::move(method));
}

std::size_t SummaryWatch::methodOf(unsigned operation) const {
  return operation < byOperation_.size() ? byOperation_[operation] : kNone;
}

void SummaryWatch::miss(MessageId what, std::vector<std::string> arguments) {
  if (missing_.size() < kMostMissing)
    missing_.push_back({.id = what, .arguments = std::move(arguments)});
}

// ---- sequential runs ------------------------------------------------------------------------------------

void SummaryWatch::sawCall(const abi::Call& call) {
  sawLocks();
  std::size_t method = methodOf(call.operation);
  if (method == kNone)
    return;
  std::size_t count = 0;
  const runtime::CallAccess* seen = runtime::callAccesses(&count);
  heldInUse_.clear();
  ++calls_;
  accesses_.clear();
  mirrored_.clear();
  bool touchesOther = false; // than what belongs to the receiver
  for (std::size_t i = 0; i < count; ++i) {
    const runtime::CallAccess& access = seen[i];
    const std::optional<unsigned> object = objectOf(access.granule);
    if (object)
      checkFields(method, access, runtime::objectAddress(*object));
    else if (isOfTheHarness(access.site))
      continue;
    MethodAccess noted{.granule = access.granule,
                       .read = access.read,
                       .written = access.written,
                       .held = &locksOf(access.held, false),
                       .site = access.site};
    accesses_.push_back(noted);
    if (!object && runtime::isHeap(access.granule))
      continue;
    touchesOther = touchesOther || object != call.receiver;
    noted.granule = mirrored(access.granule);
    noted.held = &locksOf(access.held, true);
    mirrored_.push_back(noted);
  }
  meetings_.add(method, accesses_);
  // The same call with the objects exchanged. Then it is not known what it does to the heap.
  if (touchesOther || call.receiver != 0)
    meetings_.add(method, mirrored_, true);
}

std::optional<unsigned> SummaryWatch::objectOf(std::uintptr_t address) const {
  for (unsigned i = 0; i < abi::kMaxObjects; ++i) {
    const std::uintptr_t object = runtime::objectAddress(i);
    if (object != 0 && address - object < table_.objectSize)
      return i;
  }
  return std::nullopt;
}

// The corresponding address in the other object.
std::uintptr_t SummaryWatch::mirrored(std::uintptr_t address) const {
  const std::optional<unsigned> object = objectOf(address);
  return object ? address - runtime::objectAddress(*object) + runtime::objectAddress(1 - *object)
                : address;
}

const HeldLocks& SummaryWatch::locksOf(unsigned held, bool exchanged) {
  const unsigned at = 2 * held + (exchanged ? 1 : 0);
  HeldLocks& locks = heldLocks_[at];
  if (heldOf_[at] == calls_)
    return locks;
  heldOf_[at] = calls_;
  locks = {};
  unsigned count = 0;
  const runtime::CallLock* all = runtime::callLocks(held, &count);
  for (unsigned i = 0; i < count; ++i) {
    const unsigned number = numberOf(exchanged ? mirrored(all[i].address) : all[i].address);
    if (number == LockMask::kMost) {
      locks.mask = {.any = LockMask::kUnknown, .exclusive = LockMask::kUnknown};
      return locks;
    }
    const std::uint32_t bit = 1u << number;
    locks.mask.any |= bit;
    locks.mask.exclusive |= all[i].shared ? 0 : bit;
    locks.taken[number] = all[i].taken;
    for (unsigned earlier : heldInUse_)
      if (earlier % 2 == at % 2 && (heldLocks_[earlier].mask.any & bit) != 0 &&
          heldLocks_[earlier].taken[number] != all[i].taken)
        locks.again |= bit;
  }
  heldInUse_.push_back(at);
  return locks;
}

// The same lock has the same number in all calls of a state.
unsigned SummaryWatch::numberOf(std::uintptr_t lock) {
  auto known = std::ranges::find(locks_, lock);
  if (known != locks_.end())
    return static_cast<unsigned>(known - locks_.begin());
  if (locks_.size() == LockMask::kMost)
    return LockMask::kMost;
  locks_.push_back(lock);
  return static_cast<unsigned>(locks_.size() - 1);
}

void SummaryWatch::checkFields(std::size_t method,
                               const runtime::CallAccess& access,
                               std::uintptr_t object) {
  for (unsigned i = 0; i < 8; ++i) {
    const auto offset = static_cast<std::uint32_t>(access.granule - object + i);
    if ((access.written & (1u << i)) != 0)
      checkField(method, offset, true, access.site);
    else if ((access.read & (1u << i)) != 0)
      checkField(method, offset, false, access.site);
  }
}

// Bytes that no summary names are padding, pointers to virtual tables, locks, or fields without an accessible name.
// Accesses that meet reveal what happens to them.
void SummaryWatch::checkField(std::size_t method,
                              std::uint32_t offset,
                              bool isWrite,
                              const abi::SiteRecord* site) {
  if (offset >= fields_.size() || fields_[offset] == nullptr)
    return;
  const Method& known = methods_[method];
  const std::vector<bool>& allowed = isWrite ? known.writes : known.reads;
  if (allowed.empty() || allowed[offset])
    return;
  const Location* field = fields_[offset];
  if (!missingFields_.emplace(method, field, isWrite).second)
    return;
  miss(MessageId::AccessMissing,
       {known.name, accessName(isWrite), field->name, std::to_string(offset), placeText(site)});
  restored_.push_back({known.summary->operation, known.summary->operation, true});
  meetings_.forget(method);
}

void SummaryWatch::sawMeeting(const Meeting& meeting) {
  const Method& first = methods_[meeting.first];
  const Method& second = methods_[meeting.second];
  const bool denied = meetings_.hasNoConflict(meeting.first, meeting.second);
  const MessageId unlocked = meeting.isGuarded ? MessageId::LockNotHeld : MessageId::LockNotCommon;
  miss(denied ? MessageId::MeetingMissing : unlocked,
       {first.name,
        accessName(meeting.firstWrites),
        second.name,
        accessName(meeting.secondWrites),
        placeText(meeting.firstSite),
        placeText(meeting.secondSite)});
  restored_.push_back({first.summary->operation, second.summary->operation, false});
}

// ---- concurrent executions --------------------------------------------------------------------------------

void SummaryWatch::sawLanes(const model::Test& test,
                            const std::vector<trace::ThreadAccesses>& lanes) {
  HEDDLE_CHECK(lanes.size() == test.suffixes.size())
      << lanes.size() << " lanes were traced of a test with " << test.suffixes.size();
  for (std::size_t i = 0; i < lanes.size(); ++i)
    for (std::size_t k = i + 1; k < lanes.size(); ++k)
      sawLanes(lanes[i], test.suffixes[i], lanes[k], test.suffixes[k]);
}

void SummaryWatch::sawLanes(const trace::ThreadAccesses& one,
                            const model::Sequence& calls,
                            const trace::ThreadAccesses& other,
                            const model::Sequence& otherCalls) {
  const auto methodAt = [&](const model::Sequence& sequence, std::uint32_t index) {
    return index < sequence.size() ? methodOf(sequence[index].operation) : kNone;
  };
  const auto isRuledOut = [&](std::size_t first, std::size_t second) {
    return first != kNone && second != kNone && meetings_.isRuledOut(first, second);
  };
  const auto anyRuledOut = [&] {
    for (std::uint32_t i = 0; i < calls.size(); ++i)
      for (std::uint32_t k = 0; k < otherCalls.size(); ++k)
        if (isRuledOut(methodAt(calls, i), methodAt(otherCalls, k)))
          return true;
    return false;
  };
  if (!anyRuledOut())
    return;
  const auto common = [](const std::vector<trace::HeldSpan>& held,
                         const std::vector<trace::HeldSpan>& otherHeld) {
    return std::ranges::any_of(held, [&](const trace::HeldSpan& lock) {
      return std::ranges::any_of(
          otherHeld, [&](const trace::HeldSpan& theirs) { return lock.excludes(theirs); });
    });
  };
  // Without the lane.
  const auto indexOf = [](const trace::ThreadAccess& access) { return access.call & 0xffff; };
  for (const trace::ThreadAccess& mine : one.accesses) {
    for (const trace::ThreadAccess& theirs : other.accesses) {
      const std::size_t first = methodAt(calls, indexOf(mine));
      const std::size_t second = methodAt(otherCalls, indexOf(theirs));
      if (mine.frees || theirs.frees || !isRuledOut(first, second) || !mine.conflictsWith(theirs) ||
          (!meetings_.hasNoConflict(first, second) && common(one.held(mine), other.held(theirs))))
        continue;
      sawMeeting({.first = first,
                  .second = second,
                  .firstSite = mine.site,
                  .secondSite = theirs.site,
                  .firstWrites = mine.writes,
                  .secondWrites = theirs.writes,
                  .isGuarded = false});
      meetings_.forget(first, second);
    }
  }
}

void SummaryWatch::sawLocks() {
  std::size_t count = 0;
  const runtime::NestedLock* nested = runtime::nestedLocks(&count);
  HEDDLE_CHECK(nestedSeen_ <= count) << "locks of earlier executions were forgotten";
  for (; nestedSeen_ < count; ++nestedSeen_)
    sawNested(nested[nestedSeen_]);
}

void SummaryWatch::sawNested(const runtime::NestedLock& nested) {
  const std::size_t index = methodOf(nested.operation);
  if (index == kNone)
    return;
  const Method& method = methods_[index];
  const auto allows = [&](const model::DoubleLock& pair) {
    return canBe(pair.outer, nested.outer, nested.receiver) &&
           canBe(pair.inner, nested.inner, nested.receiver);
  };
  if (std::ranges::any_of(method.summary->doubleLocks, allows))
    return;
  miss(MessageId::NestingMissing,
       {method.name,
        ownerName(nested.inner, nested.receiver),
        lockName(nested.inner),
        ownerName(nested.outer, nested.receiver),
        lockName(nested.outer),
        placeText(nested.site)});
  restored_.push_back({nested.operation, nested.operation, true});
}

// By its path in the object; by its offset when no summary names it.
std::string SummaryWatch::lockName(const LockPlace& place) const {
  for (const model::MethodSummary& method : summary_.methods) {
    for (const Lock& lock : method.locks)
      if (lock.isOwn && holds(lock, place.offset))
        return lock.path;
    for (const model::DoubleLock& pair : method.doubleLocks)
      for (const Lock* lock : {&pair.outer, &pair.inner})
        if (lock->isOwn && holds(*lock, place.offset))
          return lock->path;
  }
  return std::to_string(place.offset);
}

} // namespace heddle::calls
