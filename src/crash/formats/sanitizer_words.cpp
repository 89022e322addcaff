// SPDX-License-Identifier: Apache-2.0
#include "crash/formats/sanitizer_words.h"

#include <array>
#include <utility>

#include "crash/failure_message.h"
#include "crash/scan.h"

namespace heddle::crash {

namespace {

using model::FindingKind;
using model::StackRole;

// The first one that the headline starts with counts.
constexpr std::array<std::pair<std::string_view, FindingKind>, 31> kKinds = {{
    {"heap-use-after-free", FindingKind::UseAfterFree},
    {"use-after-poison", FindingKind::UseAfterFree},
    {"stack-use-after", FindingKind::UseAfterFree},
    {"heap-buffer-overflow", FindingKind::HeapOverflow},
    {"container-overflow", FindingKind::HeapOverflow},
    {"negative-size-param", FindingKind::HeapOverflow},
    {"attempting double-free", FindingKind::DoubleFree},
    {"attempting free on address", FindingKind::BadFree},
    {"attempting to call malloc_usable_size", FindingKind::BadFree},
    {"double-free", FindingKind::DoubleFree},
    {"bad-free", FindingKind::BadFree},
    {"alloc-dealloc-mismatch", FindingKind::BadFree},
    {"new-delete-type-mismatch", FindingKind::BadFree},
    {"stack-overflow", FindingKind::StackOverflow},
    {"ABRT", FindingKind::Abort},
    {"detected memory leaks", FindingKind::Leak},
    {"data race", FindingKind::DataRace},
    {"lock-order-inversion", FindingKind::Deadlock},
    {"double lock of a mutex", FindingKind::LockMisuse},
    {"unlock of an unlocked mutex", FindingKind::LockMisuse},
    {"unlock of a read mutex", FindingKind::LockMisuse},
    {"read lock of a write locked mutex", FindingKind::LockMisuse},
    {"read unlock of a write locked mutex", FindingKind::LockMisuse},
    {"destroy of a locked mutex", FindingKind::LockMisuse},
    {"use of an invalid mutex", FindingKind::LockMisuse},
    {"use of an uninitialized mutex", FindingKind::LockMisuse},
    {"thread leak", FindingKind::Leak},
    {"SEGV", FindingKind::Crash},
    {"BUS", FindingKind::Crash},
    {"FPE", FindingKind::Crash},
    {"ILL", FindingKind::Crash},
}};

constexpr std::array<std::pair<std::string_view, model::CrashFormat>, 6> kTools = {{
    {"AddressSanitizer: ", model::CrashFormat::AddressSanitizer},
    {"LeakSanitizer: ", model::CrashFormat::AddressSanitizer},
    {"MemorySanitizer: ", model::CrashFormat::AddressSanitizer},
    {"ThreadSanitizer: ", model::CrashFormat::ThreadSanitizer},
    {"UndefinedBehaviorSanitizer: ", model::CrashFormat::UndefinedBehaviourSanitizer},
    {"UndefinedBehaviorSanitizer:", model::CrashFormat::UndefinedBehaviourSanitizer},
}};

constexpr std::string_view kInStack = "is located in stack of";

// "T2" of `by thread T2 here`, `thread T2 (mutexes: ...)`; "main thread"; "" if the line does not name one.
std::string threadIn(std::string_view line) {
  for (std::size_t at = line.find("thread T"); at != std::string_view::npos;
       at = line.find("thread T", at + 1)) {
    std::size_t end = at + 8;
    while (end < line.size() && isDigit(line[end]))
      ++end;
    if (end > at + 8)
      return std::string(line.substr(at + 7, end - at - 7));
  }
  return contains(line, "main thread") ? "main thread" : "";
}

// "T2" of `Thread T2 (tid=26203, running) created by main thread at:`.
std::string createdThread(std::string_view line) {
  auto rest = behind(line, "Thread ");
  return rest ? std::string(takeWord(*rest)) : "";
}

// `... sp 0x7ffe T3)` at the end of a deadly signal.
std::string signalThread(std::string_view line) {
  const std::size_t at = line.rfind(" T");
  if (at == std::string_view::npos || !line.ends_with(')'))
    return {};
  std::string_view digits = line.substr(at + 2, line.size() - at - 3);
  const std::string_view whole = digits;
  return takeDecimal(digits) && digits.empty() ? "T" + std::string(whole) : "";
}

FindingKind kindOf(std::string_view words) {
  for (const auto& [start, kind] : kKinds)
    if (words.starts_with(start))
      return kind;
  return FindingKind::Crash;
}

std::optional<Headline> readRuntimeError(std::string_view line) {
  constexpr std::string_view kMark = ": runtime error: ";
  const std::size_t at = line.find(kMark);
  if (at == std::string_view::npos)
    return std::nullopt;
  Headline result;
  result.format = model::CrashFormat::UndefinedBehaviourSanitizer;
  result.kind = FindingKind::Crash;
  result.message = line.substr(at + kMark.size(), kMaxMessage);
  std::string_view where = trimmed(line.substr(0, at));
  where.remove_prefix(where.find_last_of(" \t") + 1);
  if (const auto place = placeOf(where)) {
    result.place.file = place->file;
    result.place.line = place->line;
  }
  return result;
}

} // namespace

std::optional<Headline> readHeadline(std::string_view line) {
  if (auto error = readRuntimeError(line))
    return error;
  if (contains(line, "SUMMARY: ") || !(contains(line, "ERROR: ") || contains(line, "WARNING: ")))
    return std::nullopt;
  for (const auto& [mark, format] : kTools) {
    const auto words = behind(line, mark);
    if (!words)
      continue;
    Headline result;
    result.format = format;
    result.kind = kindOf(*words);
    result.message = words->substr(0, kMaxMessage);
    result.thread = threadIn(line);
    if (result.thread.empty())
      result.thread = signalThread(line);
    return result;
  }
  return std::nullopt;
}

std::optional<SectionTitle> readSectionTitle(std::string_view line, FindingKind kind) {
  // In the order of the words that decide: "previously allocated by thread" is not an access.
  static constexpr std::array<std::pair<std::string_view, StackRole>, 18> kTitles = {{
      {"freed by thread", StackRole::FreedBy},
      {"allocated by", StackRole::AllocatedBy},
      {"allocated from", StackRole::AllocatedBy},
      {"allocated here", StackRole::AllocatedBy},
      {"created by", StackRole::ThreadCreated},
      {"created at", StackRole::MutexCreated},
      {kInStack, StackRole::OtherThread},
      {"Previous ", StackRole::PreviousAccess},
      {"As if synchronized via sleep", StackRole::OtherThread},
      {"previously acquired by the same thread here", StackRole::OtherThread},
      {"acquired here while holding", StackRole::Crashing},
      {"READ of size", StackRole::Crashing},
      {"WRITE of size", StackRole::Crashing},
      {"Read of size", StackRole::Crashing},
      {"Write of size", StackRole::Crashing},
      {"Atomic ", StackRole::Crashing},
      {"The signal is caused by", StackRole::Crashing},
      {"Hint: address points to", StackRole::Crashing},
  }};
  for (const auto& [words, role] : kTitles) {
    if (!contains(line, words))
      continue;
    // ThreadSanitizer's use after free shows the freeing thread as the previous write.
    const bool isFree = role == StackRole::PreviousAccess && kind == FindingKind::UseAfterFree;
    return SectionTitle{.role = isFree ? StackRole::FreedBy : role,
                        .thread =
                            role == StackRole::ThreadCreated ? createdThread(line) : threadIn(line),
                        .isDescription = words == kInStack};
  }
  return std::nullopt;
}

} // namespace heddle::crash
