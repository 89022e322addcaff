// SPDX-License-Identifier: Apache-2.0
// minidump_stackwalk, human-readable and (-m) machine-readable.
//
//   Crash reason:  SIGSEGV /SEGV_MAPERR               Crash|SIGSEGV /SEGV_MAPERR|0x0|0
//   Crash address: 0x0
//   Thread 0 (crashed)
//    0  prog!shop::Logbook::append(int) [logbook.h : 44 + 0x5]    0|0|prog|shop::Logbook::append(int)|logbook.h|44|0x5
//       rax = 0x0000000000000000   rdx = ...
//       Found by: given as instruction pointer in context
//    1  libc.so.6 + 0x2724a                            0|1|libc.so.6||||0x2724a
#include <algorithm>
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

struct WalkedFrame {
  std::string thread; // of the machine-readable form; "" otherwise
  std::uint64_t number = 0;
  model::CrashFrame frame;
};

// `name [file : 44 + 0x5]`, `name + 0x5`
void readFunction(std::string_view text, model::CrashFrame& frame) {
  text = trimmed(text);
  const std::size_t bracket = text.rfind(" [");
  if (text.ends_with(']') && bracket != std::string_view::npos) {
    std::string_view place = text.substr(bracket + 2, text.size() - bracket - 3);
    text = text.substr(0, bracket);
    const std::size_t colon = place.rfind(" : ");
    if (colon != std::string_view::npos) {
      frame.file = trimmed(place.substr(0, colon));
      std::string_view digits = trimmed(place.substr(colon + 3));
      frame.line = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(takeDecimal(digits).value_or(0), UINT32_MAX));
    }
  } else if (const std::size_t plus = text.rfind(" + 0x"); plus != std::string_view::npos) {
    text = text.substr(0, plus);
  }
  frame.function = canonicalFunction(text);
}

std::optional<WalkedFrame> readHumanFrame(std::string_view line) {
  line = trimmed(line);
  WalkedFrame result;
  const auto number = takeDecimal(line);
  if (!number || !line.starts_with("  "))
    return std::nullopt;
  result.number = *number;
  line = trimmed(line);
  const std::size_t mark = line.find('!');
  const std::size_t blank = line.find(' ');
  if (mark != std::string_view::npos && mark > 0 && mark < blank) {
    result.frame.module = line.substr(0, mark);
    readFunction(line.substr(mark + 1), result.frame);
    return result;
  }
  if (const std::size_t plus = line.rfind(" + 0x"); plus != std::string_view::npos && plus > 0) {
    result.frame.module = line.substr(0, plus);
    std::string_view offset = line.substr(plus + 3);
    result.frame.offset = takeHex(offset).value_or(0);
    return offset.empty() ? std::optional(result) : std::nullopt;
  }
  return takeHex(line) && line.empty() ? std::optional(result) : std::nullopt;
}

// Seven fields; a name may contain bars (`operator||`).
std::optional<WalkedFrame> readPipedFrame(std::string_view line) {
  line = trimmed(line);
  std::vector<std::string_view> fields;
  for (std::size_t from = 0; from <= line.size() && fields.size() < 16;) {
    const std::size_t end = std::min(line.find('|', from), line.size());
    fields.push_back(line.substr(from, end - from));
    from = end + 1;
  }
  if (fields.size() < 7)
    return std::nullopt;
  WalkedFrame result;
  std::string_view thread = fields[0], number = fields[1], offset = fields.back();
  const auto threadNumber = takeDecimal(thread);
  const auto frameNumber = takeDecimal(number);
  const auto value = takeHex(offset);
  if (!threadNumber || !frameNumber || !value || !thread.empty() || !number.empty())
    return std::nullopt;
  result.thread = fields[0];
  result.number = *frameNumber;
  result.frame.module = fields[2];
  const std::size_t last = fields.size() - 1;
  const char* begin = fields[3].data();
  const char* end = fields[last - 3].data() + fields[last - 3].size();
  result.frame.function =
      canonicalFunction(std::string_view(begin, static_cast<std::size_t>(end - begin)));
  result.frame.file = fields[last - 2];
  std::string_view digits = fields[last - 1];
  result.frame.line = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(takeDecimal(digits).value_or(0), UINT32_MAX));
  if (result.frame.function.empty())
    result.frame.offset = *value;
  return result;
}

std::optional<WalkedFrame> readFrame(std::string_view line) {
  auto frame = readHumanFrame(line);
  return frame ? frame : readPipedFrame(line);
}

bool isThreadHeader(std::string_view line) {
  if (!takeLiteral(line, "Thread ") || !takeDecimal(line))
    return false;
  return line.empty() || (isSpace(line.front()) && !line.ends_with(':'));
}

// Collects stacks and the information about the crash.
class MinidumpReader {
public:
  std::vector<model::CrashReport> run(const TextLines& text) {
    for (const auto& line : text.lines)
      read(trimmed(line));
    report_.format = model::CrashFormat::Minidump;
    report_.stacks = stacks_.take();
    if (report_.stacks.empty())
      return {};
    auto& all = report_.stacks;
    const auto crashed = std::ranges::find_if(all, [&](const auto& stack) {
      return contains(stack.title, "(crashed)") ||
             (!crashedThread_.empty() && stack.thread == crashedThread_);
    });
    if (crashed != all.end())
      std::rotate(all.begin(), crashed, crashed + 1);
    if (!reason_.empty()) {
      report_.kind = kindOfReason();
      report_.message = reason_ + (address_.empty() ? "" : ", address " + address_);
    }
    return {std::move(report_)};
  }

private:
  void read(std::string_view line) {
    std::string_view rest = line;
    if (takeLiteral(rest, "Crash reason:")) {
      reason_ = trimmed(rest);
    } else if (takeLiteral(rest, "Crash address:")) {
      address_ = trimmed(rest);
    } else if (takeLiteral(rest, "Crash|")) {
      readCrash(rest);
    } else if (isThreadHeader(line)) {
      model::ThreadStack stack;
      stack.title = line;
      takeLiteral(rest, "Thread ");
      stack.thread = takeWord(rest);
      stacks_.begin(std::move(stack));
    } else if (line.starts_with("Found by: inlining")) {
      if (auto* frame = stacks_.last())
        frame->inlined = true;
    } else if (line.starts_with("Loaded modules")) {
      stacks_.end();
    } else if (auto frame = readFrame(line)) {
      add(std::move(*frame));
    }
  }

  void readCrash(std::string_view rest) {
    const std::size_t first = std::min(rest.find('|'), rest.size());
    reason_ = rest.substr(0, first);
    rest.remove_prefix(std::min(first + 1, rest.size()));
    const std::size_t second = std::min(rest.find('|'), rest.size());
    address_ = rest.substr(0, second);
    rest.remove_prefix(std::min(second + 1, rest.size()));
    crashedThread_ = trimmed(rest);
  }

  void add(WalkedFrame frame) {
    if (!frame.thread.empty() && frame.thread != lastThread_) {
      model::ThreadStack stack;
      stack.thread = frame.thread;
      stacks_.begin(std::move(stack));
      lastThread_ = frame.thread;
    } else if (frame.number == 0) {
      stacks_.end();
    }
    stacks_.add(std::move(frame.frame));
  }

  model::FindingKind kindOfReason() const {
    const std::string_view reason = reason_;
    if (reason.starts_with("No crash") || reason.starts_with("DUMP_REQUESTED"))
      return model::FindingKind::None;
    const auto kind = kindOfSignal(reason.substr(0, reason.find_first_of(" /")));
    return kind == model::FindingKind::None ? model::FindingKind::Crash : kind;
  }

  model::CrashReport report_;
  StackCollector stacks_;
  std::string reason_, address_, crashedThread_, lastThread_;
};

} // namespace

std::size_t scoreMinidump(const TextLines& text) {
  std::size_t score = 0;
  for (const auto& line : text.lines)
    score += readFrame(line) ? 1 : 0;
  return score;
}

std::vector<model::CrashReport> parseMinidump(const TextLines& text) {
  return MinidumpReader().run(text);
}

} // namespace heddle::crash
