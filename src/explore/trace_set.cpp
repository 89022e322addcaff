// SPDX-License-Identifier: Apache-2.0
#include "explore/trace_set.h"

#include <array>
#include <fcntl.h>
#include <unistd.h>

#include "model/trace.h"
#include "support/check.h"

namespace heddle::explore {

using runtime::Event;
using runtime::EventKind;

namespace {

constexpr std::size_t kBufferBytes = 1 << 16;

// Stands in the list of events for the choice of a waiter; the event itself is left out.
constexpr EventKind kWakeChoice = EventKind::ThreadStart;

bool isLeftOut(EventKind kind) {
  switch (kind) {
  case EventKind::Allocate:
  case EventKind::Free:
  case EventKind::Fence:
  case EventKind::ThreadCreate:
  case EventKind::ThreadStart:
  case EventKind::ThreadExit:
  case EventKind::ThreadJoin:
  case EventKind::OnceDone:
  case EventKind::WakeUp:
  case EventKind::Blocked:
  case EventKind::Yield:
  case EventKind::Exit:
  case EventKind::FunctionEntry:
  case EventKind::FunctionExit:
  case EventKind::Branch:
  case EventKind::IndirectCall:
    return true;
  default:
    return false;
  }
}

bool showsValue(const Event& event) {
  return event.size > 0 && event.hasValue && (event.site == nullptr || event.site->isPointer == 0);
}

std::string nameOf(const Event& event) {
  if (event.site != nullptr && event.site->variable[0] != '\0')
    return event.site->variable;
  std::array<char, 128> text;
  return {text.data(), runtime::describeAddress(event.address, text.data(), text.size())};
}

std::string wordOf(const Event& event) {
  if (event.kind == kWakeChoice)
    return "(w" + std::to_string(event.thread) + ')';
  if (event.kind == EventKind::Woken)
    return "(t" + std::to_string(event.thread) + ":woken)";
  std::string word = 't' + std::to_string(event.thread) + ':';
  word += model::toText(static_cast<model::EventKind>(event.kind));
  if (event.address != 0)
    word += ':' + nameOf(event);
  if (showsValue(event))
    word += '=' + std::to_string(event.value);
  return word;
}

} // namespace

TraceSet::TraceSet(const std::string& path)
    : file_(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666)) {
  HEDDLE_CHECK(file_ >= 0) << "cannot write " << path;
}

TraceSet::~TraceSet() {
  flush();
  close(file_);
}

const runtime::Outcome& TraceSet::run(Subject& subject, Strategy& strategy) {
  strategy_ = &strategy;
  subject.setSink(this);
  unsigned checkpoint = strategy.checkpoint();
  if (checkpoint == Strategy::kSubjectStart)
    events_.clear();
  const runtime::Outcome& outcome = checkpoint == Strategy::kSubjectStart
                                        ? subject.run(*this)
                                        : subject.runFrom(checkpoint, *this);
  subject.setSink(nullptr);
  return outcome;
}

// A checkpoint is taken below this function and brings back the stack, hence `length`: going on from there
// takes back the events that came after it.
runtime::ThreadId TraceSet::choose(const runtime::SchedulingPoint& point) {
  std::size_t length = events_.size();
  runtime::ThreadId chosen = strategy_->choose(point);
  events_.resize(length);
  return chosen;
}

unsigned TraceSet::pick(const runtime::Choice& choice) {
  unsigned picked = strategy_->pick(choice);
  Event event{};
  event.kind = kWakeChoice;
  event.thread = choice.threads[picked];
  events_.push_back(event);
  return picked;
}

void TraceSet::onEvent(const Event& event) {
  if (!isLeftOut(event.kind))
    events_.push_back(event);
}

void TraceSet::append(const runtime::Outcome& outcome) {
  const char* separator = "";
  for (const Event& event : events_) {
    text_ += separator + wordOf(event);
    separator = " ";
  }
  if (outcome.kind != runtime::FailureKind::None) {
    text_ += separator;
    text_ += '!';
    text_ += model::toText(static_cast<model::FindingKind>(outcome.kind));
  } else if (outcome.exitStatus != 0) {
    text_ += separator + ("exit=" + std::to_string(outcome.exitStatus));
  }
  text_ += '\n';
  if (text_.size() >= kBufferBytes)
    flush();
}

void TraceSet::clear() {
  text_.clear();
  HEDDLE_CHECK(ftruncate(file_, 0) == 0) << "cannot shorten the file of traces";
}

void TraceSet::flush() {
  std::size_t written = 0;
  while (written < text_.size()) {
    ssize_t n = write(file_, text_.data() + written, text_.size() - written);
    HEDDLE_CHECK(n > 0) << "cannot write the file of traces";
    written += static_cast<std::size_t>(n);
  }
  text_.clear();
}

} // namespace heddle::explore
