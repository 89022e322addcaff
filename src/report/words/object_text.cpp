// SPDX-License-Identifier: Apache-2.0
#include "report/words/object_text.h"

namespace heddle::report {

using model::EventKind;
using model::Object;
using model::Region;

namespace {

// What tells an object from others that are called `name`; "" when nothing does.
std::string detailOf(const Object& object, const std::string& name) {
  std::string detail = object.alias.empty() ? locationText(object.location) : object.alias;
  if (detail == name)
    detail.clear();
  if (object.number > 1)
    detail += (detail.empty() ? "no. " : ", no. ") + std::to_string(object.number);
  return detail;
}

} // namespace

std::string threadName(unsigned thread) {
  return "T" + std::to_string(thread);
}

std::string placeText(const model::SourcePlace& place) {
  if (place.file.empty())
    return place.function.empty() ? "an unknown place" : place.function;
  return place.file + ":" + std::to_string(place.line);
}

std::string locationText(const model::MemoryLocation& location) {
  switch (location.region) {
  case Region::Stack:
    return "a local of " + threadName(location.number);
  case Region::ThreadLocal:
    return "a thread_local of " + threadName(location.number);
  case Region::Global:
    return "a global";
  case Region::Library:
    return "library data";
  case Region::Null:
  case Region::Heap:
  case Region::Thread:
    return model::toText(location);
  }
  return "";
}

std::string objectText(const Object& object) {
  if (object.thread >= 0)
    return threadName(static_cast<unsigned>(object.thread));
  if (object.thread == Object::kSomeThread)
    return "a thread";
  if (object.name.empty() && object.location == model::MemoryLocation())
    return "";
  const std::string name = object.name.empty() ? locationText(object.location) : object.name;
  const std::string detail = object.isAmbiguous ? detailOf(object, name) : "";
  return detail.empty() ? name : name + " (" + detail + ")";
}

std::string objectPhrase(EventKind operation, const std::string& name) {
  const std::string quoted = name.empty() ? "" : " `" + name + "`";
  switch (operation) {
  case EventKind::Lock:
  case EventKind::TryLock:
  case EventKind::Unlock:
    return (name.empty() ? "a mutex" : "mutex") + quoted;
  case EventKind::LockShared:
  case EventKind::TryLockShared:
  case EventKind::UnlockShared:
    return (name.empty() ? "a reader-writer lock" : "reader-writer lock") + quoted;
  case EventKind::CondWait:
  case EventKind::CondSignal:
  case EventKind::CondBroadcast:
    return (name.empty() ? "a condition variable" : "condition variable") + quoted;
  case EventKind::SemaphoreWait:
  case EventKind::SemaphorePost:
    return (name.empty() ? "a semaphore" : "semaphore") + quoted;
  case EventKind::BarrierWait:
    return (name.empty() ? "a barrier" : "barrier") + quoted;
  case EventKind::FutexWait:
  case EventKind::FutexWake:
    return name.empty() ? "an atomic to change" : "a change of" + quoted;
  case EventKind::Once:
    return "an initialisation in progress";
  default:
    return name.empty() ? "an event" : quoted.substr(1);
  }
}

} // namespace heddle::report
