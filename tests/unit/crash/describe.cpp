// SPDX-License-Identifier: Apache-2.0
#include "describe.h"

namespace heddle::crash {

namespace {

std::string describeFrame(const model::CrashFrame& frame) {
  std::string text = "  " + (frame.function.empty() ? "?" : frame.function);
  if (!frame.file.empty())
    text += " at " + frame.file.substr(frame.file.find_last_of('/') + 1);
  if (frame.line != 0)
    text += ":" + std::to_string(frame.line);
  if (frame.file.empty() && !frame.module.empty())
    text += " in " + frame.module.substr(frame.module.find_last_of('/') + 1);
  return text + (frame.inlined ? " (inlined)" : "") + "\n";
}

std::string describeStack(const model::ThreadStack& stack) {
  static constexpr const char* kWaits[] = {
      "", ", in a lock", ", in a wait", ", in a join", ", waits"};
  std::string text(toText(stack.role));
  text += (stack.thread.empty() ? "" : " " + stack.thread) + kWaits[static_cast<int>(stack.waits)] +
          "\n";
  std::size_t others = 0;
  const auto flush = [&] {
    if (others > 0)
      text += "  (" + std::to_string(others) + " of libraries)\n";
    others = 0;
  };
  std::string last;
  for (const auto& frame : stack.frames) {
    if (frame.origin != model::FrameOrigin::User) {
      ++others;
      last.clear();
    } else if (const std::string line = describeFrame(frame); line != last) {
      flush();
      text += last = line;
    }
  }
  flush();
  return text;
}

std::string describeTarget(const model::CrashReport& report) {
  const auto target = inferTarget(report, {});
  if (!target)
    return "target: " + target.error().message + "\n";
  static constexpr const char* kReach[] = {"", ", where a thread starts", ", inside it"};
  std::string text = "class " + target->className + target->classArguments + ", method " +
                     target->method.name + kReach[static_cast<int>(target->reach)] +
                     ", fails in frame " + std::to_string(target->failureFrame) + "\n";
  for (const auto& method : target->interfering)
    text += "interfering: " + method.method.name + " (" + std::string(toText(method.role)) + ")\n";
  for (const auto& name : target->alternatives)
    text += "or class " + name + "\n";
  return text;
}

} // namespace

std::string describe(const model::CrashReport& report) {
  std::string text(toText(report.format));
  text += ": " + std::string(toText(report.kind)) + "\n";
  if (!report.message.empty())
    text += "message: " + report.message + "\n";
  if (!report.exceptionType.empty())
    text += "exception: " + report.exceptionType + "\n";
  text += describeTarget(report);
  for (const auto& stack : report.stacks)
    text += describeStack(stack);
  for (const auto& note : report.notes)
    text += "note: " + note + "\n";
  return text;
}

std::string describeText(const std::string& text) {
  const auto report = parseCrash(text);
  if (report)
    return describe(*report);
  // The message lists all formats, and a new one must not change what is expected of other texts.
  const std::string& message = report.error().message;
  return "error: " + message.substr(0, message.find("; known formats: ")) + "\n";
}

} // namespace heddle::crash
