// SPDX-License-Identifier: Apache-2.0
#include "model/failure_target.h"

#include <algorithm>
#include <tuple>

#include "model/forms/field_forms.h"
#include "model/forms/text_form.h"

namespace heddle::model {

namespace {

bool isOneOf(FindingKind kind, std::initializer_list<FindingKind> kinds) {
  return std::ranges::find(kinds, kind) != kinds.end();
}

} // namespace

template <typename Form, Is<TargetThread> Value>
void describe(Form& form, Value& thread) {
  form.list("operations", thread.operations);
  form.rows("frame", thread.frames, [](auto& frame) {
    return std::tie(frame.function, frame.file, frame.line);
  });
}

template <typename Form, Is<FailureTarget> Value>
void describe(Form& form, Value& target) {
  form.field("kind", target.kind);
  form.field("exception", target.exceptionType);
  form.records("thread", target.threads);
  form.list("interfering", target.interfering);
}

std::string toText(const FailureTarget& target) {
  return writeText("target", target);
}

Result<FailureTarget> failureTargetFromText(std::string_view text) {
  return readText<FailureTarget>(text, "target");
}

bool isCompatible(FindingKind given, FindingKind found) {
  using enum FindingKind;
  if (given == None)
    return !isOneOf(found, {None, DataRace, Leak, ExitStatus, Linearizability});
  if (given == found)
    return true;
  switch (given) {
  case Crash: // whatever the wild access was, the kernel saw only that
    return isOneOf(found, {UseAfterFree, HeapOverflow, DoubleFree, BadFree, StackOverflow});
  case UseAfterFree: // the memory may be gone by then, or the pointer
  case HeapOverflow:
    return isOneOf(found, {UseAfterFree, HeapOverflow, Crash, DoubleFree});
  case DoubleFree:
  case BadFree:
    return isOneOf(found, {DoubleFree, BadFree, UseAfterFree});
  case Abort: // what libc and the standard library end the process with
    return isOneOf(found, {Assert, Exception, DoubleFree, BadFree, HeapOverflow, UseAfterFree});
  case Assert:
    return found == Abort;
  case Deadlock:
  case LostWakeup:
    return isOneOf(found, {Deadlock, LostWakeup});
  case Hang:
  case Livelock:
    return isOneOf(found, {Hang, Livelock, Deadlock, LostWakeup});
  default:
    return false;
  }
}

bool isCompatible(const FailureTarget& given, FindingKind found, bool isLibraryCheck) {
  using enum FindingKind;
  if (isLibraryCheck && isOneOf(given.kind, {Crash, HeapOverflow, UseAfterFree}))
    return true;
  const bool asksForTooMuch = given.exceptionType == "std::bad_alloc" ||
                              given.exceptionType == "std::bad_array_new_length" ||
                              given.exceptionType == "std::length_error";
  return isCompatible(given.kind, found) || (given.kind == Exception && asksForTooMuch &&
                                             isOneOf(found, {UseAfterFree, HeapOverflow}));
}

} // namespace heddle::model
