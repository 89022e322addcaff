// SPDX-License-Identifier: Apache-2.0
#include "explore/trace_set.h"

#include <array>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include "model/trace.h"
#include "support/check.h"

namespace heddle::explore {

using runtime::EventKind;
using trace::EventIndex;
using trace::ExecutionTrace;

namespace {

constexpr std::size_t kBufferBytes = 1 << 16;

bool isLeftOut(const ExecutionTrace& trace, EventIndex event) {
  switch (trace.kind(event)) {
  case EventKind::WakeUp: // is a choice where several wait
    return trace.size(event) < 2;
  case EventKind::SemaphoreWait:
    return trace.failed(event);
  case EventKind::Allocate:
  case EventKind::Free:
  case EventKind::Fence:
  case EventKind::ThreadCreate:
  case EventKind::ThreadStart:
  case EventKind::ThreadExit:
  case EventKind::ThreadJoin:
  case EventKind::OnceDone:
  case EventKind::Blocked:
  case EventKind::Yield:
  case EventKind::Exit:
  case EventKind::FunctionEntry:
  case EventKind::FunctionExit:
  case EventKind::Throw:
  case EventKind::Branch:
  case EventKind::IndirectCall:
    return true;
  default:
    return false;
  }
}

bool showsValue(const ExecutionTrace& trace, EventIndex event) {
  const abi::SiteRecord* site = trace.site(event);
  return trace.size(event) > 0 && trace.hasValue(event) &&
         (site == nullptr || site->isPointer == 0);
}

std::string nameOf(const ExecutionTrace& trace, EventIndex event) {
  const abi::SiteRecord* site = trace.site(event);
  if (site != nullptr && site->variable[0] != '\0')
    return site->variable;
  return model::toText(runtime::locate(trace.address(event)));
}

std::string wordOf(const ExecutionTrace& trace, EventIndex event) {
  EventKind kind = trace.kind(event);
  std::string thread = std::to_string(trace.thread(event));
  if (kind == EventKind::WakeUp)
    return "(w" + std::to_string(trace.value(event)) + ')';
  if (kind == EventKind::Woken)
    return "(t" + thread + ":woken)";
  std::string word = 't' + thread + ':';
  word += model::toText(static_cast<model::EventKind>(kind));
  if (trace.address(event) != 0)
    word += ':' + nameOf(trace, event);
  if (showsValue(trace, event))
    word += '=' + std::to_string(trace.value(event));
  return word;
}

int openEmpty(const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
  HEDDLE_CHECK(file >= 0) << "cannot write " << path;
  return file;
}

} // namespace

TraceSet::TraceSet(std::string path) : path_(std::move(path)), file_(openEmpty(path_)) {}

TraceSet::~TraceSet() {
  flush();
  close(file_);
}

void TraceSet::append(const ExecutionTrace& trace, const runtime::Outcome& outcome) {
  const char* separator = "";
  for (EventIndex event = 0; event < trace.length(); ++event) {
    if (isLeftOut(trace, event))
      continue;
    text_ += separator + wordOf(trace, event);
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
  close(file_);
  file_ = openEmpty(path_);
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
