// SPDX-License-Identifier: Apache-2.0
#include "report/words/step_text.h"

#include "report/words/object_text.h"

namespace heddle::report {

using model::EdgeKind;
using model::Step;
using model::StepKind;
using model::SwitchReason;
using model::ValueKind;

std::string_view verb(StepKind kind) {
  switch (kind) {
  case StepKind::None:
    return "";
  case StepKind::Read:
    return "reads";
  case StepKind::Write:
    return "writes";
  case StepKind::Update:
    return "updates";
  case StepKind::CompareAndSwap:
    return "compares and swaps";
  case StepKind::Fence:
    return "fence";
  case StepKind::Free:
    return "frees";
  case StepKind::Lock:
    return "locks";
  case StepKind::TryLock:
    return "tries to lock";
  case StepKind::Unlock:
    return "unlocks";
  case StepKind::LockShared:
    return "locks shared";
  case StepKind::TryLockShared:
    return "tries to lock shared";
  case StepKind::UnlockShared:
    return "unlocks shared";
  case StepKind::Wait:
    return "waits on";
  case StepKind::Notify:
    return "notifies";
  case StepKind::NotifyAll:
    return "notifies all of";
  case StepKind::WakeWaiters:
    return "wakes waiters of";
  case StepKind::Acquire:
    return "acquires";
  case StepKind::Release:
    return "releases";
  case StepKind::Arrive:
    return "arrives at";
  case StepKind::Initialise:
    return "initialises";
  case StepKind::StartThread:
    return "starts";
  case StepKind::JoinThread:
    return "joins";
  case StepKind::Block:
    return "blocks on";
  case StepKind::TimeOut:
    return "times out";
  case StepKind::Sleep:
    return "sleeps";
  case StepKind::Yield:
    return "yields";
  case StepKind::Exit:
    return "exits";
  case StepKind::Call:
    return "calls";
  case StepKind::Fail:
    return "fails";
  }
  return "";
}

std::string valueText(const model::Value& value) {
  switch (value.kind) {
  case ValueKind::None:
    return "";
  case ValueKind::Number:
  case ValueKind::Name:
  case ValueKind::Result:
    return value.text;
  case ValueKind::Large:
    return "a large value";
  case ValueKind::Taken:
    return "taken";
  case ValueKind::Busy:
    return "busy";
  case ValueKind::Null:
    return "null";
  case ValueKind::Pointer:
    return "a pointer";
  case ValueKind::Address:
    return locationText(value.location);
  }
  return "";
}

std::string StepWords::object(model::ObjectIndex index) const {
  return index < finding_.objects.size() ? objectText(finding_.objects[index]) : "";
}

std::string
StepWords::withValue(const Step& step, std::string_view sign, std::string_view otherwise) const {
  const std::string name = object(step.object);
  return step.value.empty() ? name + " " + std::string(otherwise)
                            : name + std::string(sign) + valueText(step.value);
}

std::string StepWords::brief(const Step& step) const {
  const std::string name = object(step.object);
  switch (step.kind) {
  case StepKind::Read:
    return withValue(step, " -> ", "is read");
  case StepKind::Write:
    return withValue(step, " = ", "is written");
  case StepKind::Update:
    return withValue(step, " becomes ", "is updated");
  case StepKind::CompareAndSwap:
    return withValue(step, " cas -> ", "cas");
  case StepKind::Lock:
    return "lock " + name;
  case StepKind::Unlock:
    return "unlock " + name;
  case StepKind::TryLock:
  case StepKind::TryLockShared:
    return "try lock " + withValue(step, " -> ", "");
  case StepKind::Fail:
    return "fails: " + std::string(toText(finding_.kind));
  case StepKind::Call:
    return withValue(step, " = ", "");
  default:
    return std::string(verb(step.kind)) + (name.empty() ? "" : " " + name);
  }
}

std::string StepWords::label(const Step& step) const {
  std::string text = threadName(step.thread) + " " + std::string(verb(step.kind));
  if (step.kind == StepKind::Fail)
    return text + " here";
  const std::string value = valueText(step.value);
  const std::string name = object(step.object);
  const bool showsValue = step.kind == StepKind::Read || step.kind == StepKind::Write;
  if (showsValue && !value.empty())
    text += " " + value;
  else if (!showsValue && !name.empty())
    text += " " + name;
  if (step.kind == StepKind::Update && !value.empty())
    text += " to " + value;
  const std::string connection = edge(step);
  return connection.empty() ? text : text + ": " + connection;
}

std::string StepWords::switched(const Step& step) const {
  switch (step.switched.reason) {
  case SwitchReason::None:
    return "";
  case SwitchReason::Preempted:
    return "preempted";
  case SwitchReason::Finished:
    return "finished";
  case SwitchReason::Waits:
    return "waits";
  case SwitchReason::WaitsFor:
    return "waits for " + object(step.switched.object);
  case SwitchReason::Sleeps:
    return "sleeps";
  case SwitchReason::Yields:
    return "yields";
  }
  return "";
}

std::string StepWords::edge(const Step& step) {
  const std::string other = threadName(step.edge.thread);
  switch (step.edge.kind) {
  case EdgeKind::None:
    return "";
  case EdgeKind::RacesWith:
    return "races with " + other;
  case EdgeKind::Overwrites:
    return "overwrites " + other + "'s " + valueText(step.edge.value);
  case EdgeKind::Changed:
    return "was " + valueText(step.edge.value) + " before " + other;
  }
  return "";
}

} // namespace heddle::report
