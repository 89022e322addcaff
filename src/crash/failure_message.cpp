// SPDX-License-Identifier: Apache-2.0
#include "crash/failure_message.h"

#include <algorithm>
#include <array>
#include <utility>

#include "crash/canonical_name.h"
#include "crash/scan.h"

namespace heddle::crash {

namespace {

using model::FindingKind;

constexpr std::size_t kMaxParts = 8; // lines into which one message may be broken

// Line `index` together with the continuation lines that a terminal made of it.
std::string wholeLine(const TextLines& text, std::size_t index) {
  std::string line = text.lines[index];
  for (std::size_t parts = 1; parts < kMaxParts && index + 1 < text.lines.size() &&
                              text.wrapWidth != 0 && text.lines[index].size() == text.wrapWidth;
       ++parts)
    line += text.lines[++index];
  return line;
}

std::string cut(std::string_view text) {
  return std::string(trimmed(text).substr(0, kMaxMessage));
}

// `terminate called after throwing an instance of 'std::out_of_range'`, and what() on the next line or soon after,
// because other threads print, too.
std::optional<FailureMessage> libstdcxxException(const TextLines& text, std::size_t index) {
  const auto type =
      between(text.lines[index], "terminate called after throwing an instance of '", "'");
  if (!type)
    return std::nullopt;
  FailureMessage found{.kind = FindingKind::Exception,
                       .message = canonicalText(*type),
                       .exceptionType = canonicalText(*type),
                       .place = std::nullopt};
  constexpr std::size_t kSoon = 3;
  for (std::size_t i = index + 1; i < text.lines.size() && i <= index + kSoon; ++i)
    if (const auto what = behind(text.lines[i], "what():")) {
      found.message += ": " + cut(*what);
      break;
    }
  return found;
}

// `libc++abi: terminating due to uncaught exception of type std::out_of_range: vector`
std::optional<FailureMessage> libcxxException(std::string_view line) {
  const auto rest = behind(line, "uncaught exception of type ");
  if (!rest || !contains(line, "terminating"))
    return std::nullopt;
  std::size_t end = rest->find(": ");
  end = std::min(end, rest->size());
  const std::string type = canonicalText(rest->substr(0, end));
  const std::string what = end < rest->size() ? ": " + cut(rest->substr(end + 2)) : "";
  return FailureMessage{.kind = FindingKind::Exception,
                        .message = type + what,
                        .exceptionType = type,
                        .place = std::nullopt};
}

// `prog: file:line: function: Assertion `text' failed.` With '...' and without the program, it is libstdc++'s.
std::optional<FailureMessage> glibcAssertion(std::string_view line) {
  std::size_t at = line.find("Assertion `");
  if (at == std::string_view::npos)
    at = line.find("Assertion '");
  const std::size_t end = line.rfind("' failed");
  if (at == std::string_view::npos || end == std::string_view::npos || end < at + 11)
    return std::nullopt;
  FailureMessage found{.kind = FindingKind::Assert,
                       .message = cut(line.substr(at + 11, end - at - 11)),
                       .exceptionType = {},
                       .place = model::CrashFrame{}};
  if (found.message == "%s") // the format string of libc, as an argument in a frame
    return std::nullopt;
  std::string_view head = trimmed(line.substr(0, at));
  if (head.ends_with(':'))
    head.remove_suffix(1);
  // The function follows `:<line>: ` and contains colons itself; the file is the last word before it.
  for (std::size_t colon = head.find(':'); colon != std::string_view::npos;
       colon = head.find(':', colon + 1)) {
    std::string_view rest = head.substr(colon + 1);
    const auto number = takeDecimal(rest);
    if (!number || !(rest.empty() || takeLiteral(rest, ":")))
      continue;
    std::string_view file = head.substr(0, colon);
    file.remove_prefix(file.find_last_of(" \t") + 1);
    if (file.find_first_not_of("0123456789:.-+TZ") == std::string_view::npos)
      continue; // the time of a logger
    found.place->file = file;
    found.place->line = static_cast<std::uint32_t>(std::min<std::uint64_t>(*number, UINT32_MAX));
    found.place->function = canonicalFunction(rest);
    break;
  }
  return found;
}

// `Assertion failed: (text), function f, file x.cpp, line 3.` (BSD), `Assertion failed: text (x.cpp: f: 3)` (musl).
std::optional<FailureMessage> bsdAssertion(std::string_view line) {
  const auto rest = behind(line, "Assertion failed: ");
  if (!rest)
    return std::nullopt;
  FailureMessage found{.kind = FindingKind::Assert,
                       .message = cut(*rest),
                       .exceptionType = {},
                       .place = std::nullopt};
  const auto file = between(*rest, ", file ", ", line ");
  const auto number = behind(*rest, ", line ");
  if (!file || !number)
    return found;
  found.message = cut(rest->substr(0, rest->find(", f")));
  found.place = model::CrashFrame{};
  found.place->file = *file;
  std::string_view digits = *number;
  if (const auto lineNumber = takeDecimal(digits))
    found.place->line =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(*lineNumber, UINT32_MAX));
  if (const auto function = between(*rest, ", function ", ", file "))
    found.place->function = canonicalFunction(*function);
  return found;
}

// In a frame of gdb: `__assert_fail (assertion=0x55.. "n < 3", file=...`.
std::optional<FailureMessage> debuggerAssertion(std::string_view line) {
  const auto rest = behind(line, "assertion=");
  if (!rest || !contains(line, "__assert_fail"))
    return std::nullopt;
  const auto text = between(*rest, "\"", "\", file=");
  return FailureMessage{.kind = FindingKind::Assert,
                        .message = text ? cut(*text) : std::string(),
                        .exceptionType = {},
                        .place = std::nullopt};
}

std::optional<FailureMessage> phrase(std::string_view line) {
  static constexpr std::array<std::pair<std::string_view, FindingKind>, 17> kPhrases = {
      {{"double free or corruption", FindingKind::DoubleFree},
       {"free(): double free detected", FindingKind::DoubleFree},
       {"free(): invalid pointer", FindingKind::BadFree},
       {"munmap_chunk(): invalid pointer", FindingKind::BadFree},
       {"free(): invalid size", FindingKind::HeapOverflow},
       {"free(): invalid next size", FindingKind::HeapOverflow},
       {"corrupted size vs. prev_size", FindingKind::HeapOverflow},
       {"malloc(): corrupted top size", FindingKind::HeapOverflow},
       {"malloc(): invalid size", FindingKind::HeapOverflow},
       {"malloc(): unaligned tcache chunk", FindingKind::UseAfterFree},
       {"malloc(): unaligned fastbin chunk", FindingKind::UseAfterFree},
       {"malloc_consolidate(): unaligned fastbin chunk", FindingKind::UseAfterFree},
       {"malloc(): unsorted double linked list corrupted", FindingKind::HeapOverflow},
       {"stack smashing detected", FindingKind::Crash},
       {"pure virtual method called", FindingKind::Crash},
       {"terminate called without an active exception", FindingKind::Abort},
       {"terminate called recursively", FindingKind::Abort}}};
  for (const auto& [text, kind] : kPhrases)
    if (contains(line, text))
      return FailureMessage{
          .kind = kind, .message = std::string(text), .exceptionType = {}, .place = std::nullopt};
  return std::nullopt;
}

// At the start, or after the prefix of a logger.
bool startsSentence(std::string_view line, std::string_view words) {
  const std::size_t at = line.find(words);
  if (at == std::string_view::npos || at == 0)
    return at == 0;
  const std::string_view before = line.substr(0, at);
  return before.ends_with(": ") || before.ends_with("] ") || before.ends_with("| ");
}

// `caught signal 11`, as printed by handlers that only have a number.
std::optional<FailureMessage> signalNumber(std::string_view line) {
  static constexpr std::array<std::pair<std::uint64_t, std::string_view>, 6> kNumbers = {
      {{4, "SIGILL"},
       {5, "SIGTRAP"},
       {6, "SIGABRT"},
       {7, "SIGBUS"},
       {8, "SIGFPE"},
       {11, "SIGSEGV"}}};
  static constexpr std::array<std::string_view, 3> kMarks = {"signal ", "Signal ", "Signal: "};
  for (const std::string_view mark : kMarks) {
    const std::size_t at = line.find(mark);
    if (at == std::string_view::npos)
      continue;
    std::string_view rest = line.substr(at + mark.size());
    const auto number = takeDecimal(rest);
    if (!number || (!rest.empty() && isNameCharacter(rest.front())))
      continue;
    for (const auto& [known, name] : kNumbers)
      if (known == *number)
        return FailureMessage{.kind = kindOfSignal(name),
                              .message = std::string(name),
                              .exceptionType = {},
                              .place = std::nullopt};
  }
  return std::nullopt;
}

// `Program received signal SIGSEGV, Segmentation fault.`, `Crash reason: SIGSEGV /SEGV_MAPERR`, and messages of shells.
std::optional<FailureMessage> signalLine(std::string_view line) {
  static constexpr std::array<std::string_view, 5> kMarks = {"received signal SIG",
                                                             "terminated with signal SIG",
                                                             "Crash reason:  SIG",
                                                             "*** SIG",
                                                             "caught SIG"};
  for (const std::string_view mark : kMarks) {
    const std::size_t at = line.find(mark);
    if (at == std::string_view::npos)
      continue;
    const std::string_view rest = line.substr(at + mark.size() - 3);
    std::size_t end = 0;
    while (end < rest.size() && isNameCharacter(rest[end]))
      ++end;
    return FailureMessage{.kind = kindOfSignal(rest.substr(0, end)),
                          .message = cut(rest),
                          .exceptionType = {},
                          .place = std::nullopt};
  }
  static constexpr std::array<std::string_view, 4> kWords = {
      "Segmentation fault", "Bus error", "Floating point exception", "Aborted ("};
  const std::string_view words = trimmed(line);
  for (const std::string_view word : kWords)
    if (startsSentence(words, word))
      return FailureMessage{.kind = word.starts_with("Aborted") ? FindingKind::Abort
                                                                : FindingKind::Crash,
                            .message = cut(words.substr(words.find(word))),
                            .exceptionType = {},
                            .place = std::nullopt};
  return std::nullopt;
}

// How much a message tells: an abort follows an assertion, a signal follows an abort.
int weightOf(FindingKind kind) {
  switch (kind) {
  case FindingKind::None:
    return 0;
  case FindingKind::Abort:
    return 1;
  case FindingKind::Crash:
    return 2;
  default:
    return 3;
  }
}

} // namespace

FindingKind kindOfSignal(std::string_view name) {
  if (name == "SIGABRT")
    return FindingKind::Abort;
  static constexpr std::array<std::string_view, 6> kFaults = {
      "SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGTRAP", "SIGSYS"};
  return std::ranges::find(kFaults, name) == kFaults.end() ? FindingKind::None : FindingKind::Crash;
}

FailureMessage findFailureMessage(const TextLines& text) {
  FailureMessage best;
  for (std::size_t i = 0; i < text.lines.size(); ++i) {
    const std::string line = wholeLine(text, i);
    auto found = libstdcxxException(text, i);
    if (!found)
      found = libcxxException(line);
    if (!found)
      found = glibcAssertion(line);
    if (!found)
      found = bsdAssertion(line);
    if (!found)
      found = debuggerAssertion(line);
    if (!found)
      found = phrase(line);
    if (!found)
      found = signalLine(line);
    if (!found)
      found = signalNumber(line);
    // What a debugger saw is certain. Assertions, exceptions and libc end a process in another way, so such a message
    // comes from elsewhere.
    if (found && found->kind == FindingKind::Crash && contains(line, "received signal SIG"))
      return *found;
    if (found && (weightOf(found->kind) > weightOf(best.kind) || best.message.empty()))
      best = *found;
  }
  return best;
}

} // namespace heddle::crash
