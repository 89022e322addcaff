// SPDX-License-Identifier: Apache-2.0
// A text without a stack: what terminate(), assert() and the allocator of glibc print. An assertion has one frame, the
// others have none; the kind of failure and the type of an exception are still useful.
#include <utility>

#include "crash/failure_message.h"
#include "crash/formats/formats.h"

namespace heddle::crash {

std::size_t scoreMessages(const TextLines& text) {
  return findFailureMessage(text).kind == model::FindingKind::None ? 0 : 1;
}

std::vector<model::CrashReport> parseMessages(const TextLines& text) {
  if (scoreMessages(text) == 0)
    return {};
  model::CrashReport report; // crash/finish_report.h adds the message to every report
  report.format = model::CrashFormat::Messages;
  return {std::move(report)};
}

} // namespace heddle::crash
