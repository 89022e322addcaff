// SPDX-License-Identifier: Apache-2.0
// gdb: `bt`, `bt full`, `thread apply all bt`.
//
//   Thread 2 (Thread 0x7ffff7a1d6c0 (LWP 26333) "worker"):
//   #0  futex_wait (private=0, expected=2, futex_word=0x7ffe4) at ../sysdeps/nptl/futex-internal.h:146
//   #1  0x000055555555dca0 in shop::Logbook::get (this=0x7ffe, n=7) at ./logbook.h:34
//   #2  0x00007ffff7cd44a3 in ?? () from /lib/x86_64-linux-gnu/libstdc++.so.6
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "crash/brackets.h"
#include "crash/canonical_name.h"
#include "crash/formats/formats.h"
#include "crash/formats/stack_collector.h"
#include "crash/frame_origin.h"
#include "crash/scan.h"

namespace heddle::crash {

namespace {

struct GdbFrame {
  std::uint64_t number = 0;
  bool hasAddress = false;
  model::CrashFrame frame;
};

bool startsFrame(std::string_view line) {
  return takeLiteral(line, "#") && takeDecimal(line) && !line.empty() && isSpace(line.front());
}

// `Thread 3 (Thread 0x7f64 (LWP 26397) "name"):`
bool isThreadHeader(std::string_view line) {
  return takeLiteral(line, "Thread ") && takeDecimal(line) && takeLiteral(line, " (") &&
         !line.starts_with("crashed") && line.ends_with(':');
}

bool startsAnew(std::string_view line) {
  return startsFrame(line) || isThreadHeader(line) || line.starts_with("No locals") ||
         line.starts_with("No symbol table") || line.starts_with("(More stack frames") ||
         line.starts_with("Backtrace stopped") || line.starts_with("(gdb)");
}

// The index after the closing bracket of gdb's argument list at `open`. The list contains values: strings may contain
// anything.
std::size_t argumentsEnd(std::string_view text, std::size_t open) {
  std::size_t depth = 0;
  char quote = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == '\\')
        ++i;
      else if (c == quote)
        quote = 0;
    } else if (c == '"' || (c == '\'' && i > 0 && (isSpace(text[i - 1]) || text[i - 1] == '='))) {
      quote = c;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')' && --depth == 0) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

// The start of the argument list: the last bracket with a blank before it that is not part of the name.
std::optional<std::size_t> argumentsStart(std::string_view text) {
  for (const std::size_t blank : outerBlanks(text)) {
    const std::string_view rest = text.substr(blank + 1);
    if (rest.starts_with('(') && !rest.starts_with(kAnonymous))
      return blank + 1;
  }
  return std::nullopt;
}

bool takeTail(std::string_view tail, model::CrashFrame& frame) {
  tail = trimmed(tail);
  if (takeLiteral(tail, "at ")) {
    if (const auto place = placeOf(tail)) {
      frame.file = place->file;
      frame.line = place->line;
    } else {
      frame.file = tail;
    }
    return true;
  }
  if (takeLiteral(tail, "from ")) {
    frame.module = tail;
    return true;
  }
  return tail.empty();
}

std::optional<GdbFrame> readFrame(std::string_view line) {
  GdbFrame result;
  line = trimmed(line);
  if (!startsFrame(line))
    return std::nullopt;
  takeLiteral(line, "#");
  result.number = takeDecimal(line).value_or(0);
  skipSpaces(line);
  if (line.starts_with(kSignalHandler)) {
    result.frame.function = kSignalHandler;
    return result;
  }
  if (line.starts_with("Object \"") || line.starts_with("Source \"") || line.starts_with('|'))
    return std::nullopt; // backward-cpp
  std::string_view rest = line;
  if (takeHex(rest)) {
    skipSpaces(rest);
    if (!takeLiteral(rest, "in "))
      return std::nullopt;
    result.hasAddress = true;
    line = rest;
  }
  const auto open = argumentsStart(line);
  if (!open)
    return std::nullopt;
  const std::size_t end = argumentsEnd(line, *open);
  // Cut off in the middle: the name is complete.
  const bool isCut = end == std::string_view::npos;
  const std::string_view arguments =
      isCut ? line.substr(*open + 1) : line.substr(*open + 1, end - *open - 2);
  if (arguments.starts_with('/') || arguments.starts_with("BuildId:") || contains(arguments, "+0x"))
    return std::nullopt; // a sanitizer's module
  if (!isCut && !takeTail(line.substr(end), result.frame))
    return std::nullopt;
  result.frame.function = canonicalFunction(line.substr(0, *open));
  result.frame.hasThis = arguments.starts_with("this=");
  return result;
}

// What the session says about the failed thread.
struct CurrentThread {
  std::string number; // of `Thread 2 "x" received signal`, `[Current thread is 1`
  std::string id;     // "LWP 26333", of `[Switching to Thread 0x7f (LWP 26333)]`
};

void noteCurrentThread(std::string_view line, CurrentThread& current) {
  line = trimmed(line);
  std::string_view rest = line;
  if ((takeLiteral(rest, "Thread ") && contains(line, "received signal")) ||
      takeLiteral(rest, "[Current thread is "))
    current.number = takeWord(rest);
  else if (line.starts_with("[Switching to "))
    if (const auto id = between(line, "(LWP ", ")"))
      current.id = "(LWP " + std::string(*id) + ")";
}

model::ThreadStack threadStack(std::string_view header) {
  model::ThreadStack stack;
  stack.role = model::StackRole::OtherThread;
  stack.title = header;
  takeLiteral(header, "Thread ");
  stack.thread = takeWord(header);
  return stack;
}

// The first stack may be a copy of a later one or, if a core was opened, of its innermost frame.
void removeCopy(std::vector<model::ThreadStack>& stacks) {
  const auto& frames = stacks.front().frames;
  const auto copy = std::find_if(stacks.begin() + 1, stacks.end(), [&](const auto& stack) {
    return stack.frames.size() >= frames.size() &&
           std::equal(frames.begin(), frames.end(), stack.frames.begin());
  });
  if (copy == stacks.end())
    return;
  stacks.front() = std::move(*copy);
  stacks.erase(copy);
}

// Puts the stack of the current thread first.
void orderStacks(std::vector<model::ThreadStack>& stacks, const CurrentThread& current) {
  if (stacks.empty())
    return;
  if (stacks.front().thread.empty()) { // of a `bt` before `thread apply all bt`
    removeCopy(stacks);
  } else {
    const auto isCurrent = [&](const model::ThreadStack& stack) {
      return (!current.number.empty() && stack.thread == current.number) ||
             (!current.id.empty() && contains(stack.title, current.id));
    };
    const auto found = std::ranges::find_if(stacks, isCurrent);
    if (found != stacks.end())
      std::rotate(stacks.begin(), found, found + 1);
  }
}

} // namespace

std::size_t scoreGdb(const TextLines& text) {
  std::size_t score = 0;
  for (std::size_t i = 0; i < text.lines.size(); ++i)
    if (startsFrame(trimmed(text.lines[i])))
      score += readFrame(joinWrapped(text, i, startsAnew)) ? 1 : 0;
  return score;
}

std::vector<model::CrashReport> parseGdb(const TextLines& text) {
  model::CrashReport report;
  report.format = model::CrashFormat::Gdb;
  StackCollector stacks;
  CurrentThread current;
  for (std::size_t i = 0; i < text.lines.size(); ++i) {
    const std::string_view line = trimmed(text.lines[i]);
    if (isThreadHeader(line)) {
      stacks.begin(threadStack(line));
      continue;
    }
    if (!startsFrame(line)) {
      noteCurrentThread(line, current);
      if (line.starts_with("(More stack frames follow") || line.starts_with("Backtrace stopped"))
        report.notes.emplace_back("the stack continues after its last frame");
      continue;
    }
    auto read = readFrame(joinWrapped(text, i, startsAnew));
    if (!read)
      continue;
    if (read->number == 0)
      stacks.end();
    // The beginning is cut off: the line is that of a call, and the callee is unknown.
    if (read->number > 0 && stacks.last() == nullptr) {
      read->frame.line = 0;
      report.notes.push_back("the stack begins with frame #" + std::to_string(read->number) +
                             ": what it called is missing");
    }
    // gdb leaves out the address of a frame into which the previous one is inlined.
    if (auto* inner = stacks.last();
        inner != nullptr && !read->hasAddress && read->frame.function != kSignalHandler)
      inner->inlined = true;
    stacks.add(std::move(read->frame));
  }
  report.stacks = stacks.take();
  orderStacks(report.stacks, current);
  if (report.stacks.empty())
    return {};
  if (report.notes.size() > 1)
    report.notes.resize(1);
  std::vector<model::CrashReport> reports;
  reports.push_back(std::move(report));
  return reports;
}

} // namespace heddle::crash
