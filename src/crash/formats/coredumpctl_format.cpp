// SPDX-License-Identifier: Apache-2.0
// systemd's `coredumpctl info` and the journal entry it comes from: names as in the symbol table, no lines.
//
//          Signal: 11 (SEGV)
//         Message: Process 4711 (prog) of user 1000 dumped core.
//                  Stack trace of thread 4712:
//                  #0  0x00007f7e2d08d83c __pthread_kill_implementation (libc.so.6 + 0x8c83c)
//                  #1  0x000055d0c941b452 _ZN4shop7Logbook6appendEi (/opt/app/prog + 0xf452)
//                  #2  0x0000000000000000 n/a (n/a + 0x0)
#include <optional>
#include <string>
#include <utility>

#include "crash/canonical_name.h"
#include "crash/failure_message.h"
#include "crash/formats/formats.h"
#include "crash/formats/stack_collector.h"
#include "crash/scan.h"

namespace heddle::crash {

namespace {

std::optional<model::CrashFrame> readFrame(std::string_view line) {
  line = trimmed(line);
  if (!takeLiteral(line, "#") || !takeDecimal(line) || line.empty() || !isSpace(line.front()))
    return std::nullopt;
  skipSpaces(line);
  if (!takeHex(line) || !line.ends_with(')'))
    return std::nullopt;
  const std::size_t open = line.rfind(" (");
  const std::size_t plus = line.rfind(" + 0x");
  if (open == std::string_view::npos || plus == std::string_view::npos || plus < open)
    return std::nullopt;
  model::CrashFrame frame;
  frame.module = line.substr(open + 2, plus - open - 2);
  std::string_view offset = line.substr(plus + 3);
  frame.offset = takeHex(offset).value_or(0);
  const std::string_view function = trimmed(line.substr(0, open));
  if (function != "n/a")
    frame.function = canonicalFunction(function);
  return frame;
}

// "11 (SEGV)"
std::string signalName(std::string_view text) {
  const auto name = between(text, "(", ")");
  return name ? "SIG" + std::string(*name) : "";
}

} // namespace

std::size_t scoreCoredumpctl(const TextLines& text) {
  std::size_t score = 0;
  for (const auto& line : text.lines)
    score += readFrame(line) ? 1 : 0;
  return score;
}

std::vector<model::CrashReport> parseCoredumpctl(const TextLines& text) {
  model::CrashReport report;
  report.format = model::CrashFormat::Coredumpctl;
  StackCollector stacks;
  for (const auto& line : text.lines) {
    if (const auto thread = between(line, "Stack trace of thread ", ":")) {
      model::ThreadStack stack;
      stack.thread = *thread;
      stack.title = trimmed(line);
      stacks.begin(std::move(stack));
    } else if (std::string_view words = trimmed(line); takeLiteral(words, "Signal: ")) {
      report.message = signalName(words);
      report.kind = kindOfSignal(report.message);
    } else if (auto frame = readFrame(line)) {
      stacks.add(std::move(*frame));
    }
  }
  report.stacks = stacks.take();
  if (report.stacks.empty())
    return {};
  return {std::move(report)};
}

} // namespace heddle::crash
