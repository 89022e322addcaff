// SPDX-License-Identifier: Apache-2.0
#include "crash/finish_report.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "crash/frame_origin.h"
#include "crash/function_name.h"
#include "crash/scan.h"

namespace heddle::crash {

namespace {

using model::FindingKind;
using model::StackRole;
using model::WaitKind;

// A stack this deep whose innermost frames repeat a few functions has overflowed.
constexpr std::size_t kDeepStack = 1000;
constexpr std::size_t kInnermost = 200;
constexpr std::size_t kFewFunctions = 10;

bool isSanitizer(model::CrashFormat format) {
  return format == model::CrashFormat::AddressSanitizer ||
         format == model::CrashFormat::ThreadSanitizer ||
         format == model::CrashFormat::UndefinedBehaviourSanitizer;
}

// If a program prints its own stack, the innermost frames do the printing, whatever calls them: free functions
// with a telling name.
bool isPrinter(const model::CrashFrame& frame) {
  const FunctionName name = parseFunctionName(frame.function);
  if (!name.scope.empty() || frame.origin != model::FrameOrigin::User)
    return false;
  std::string lower = name.name;
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  });
  for (const std::string_view word :
       {"stack", "trace", "handler", "crash", "terminate", "signal", "fatal", "panic"})
    if (contains(lower, word))
      return true;
  return false;
}

void markPrinters(model::CrashReport& report) {
  const bool printsItself = report.format == model::CrashFormat::GlibcBacktrace ||
                            report.format == model::CrashFormat::BoostStacktrace ||
                            report.format == model::CrashFormat::StdStacktrace ||
                            report.format == model::CrashFormat::Backward;
  if (!printsItself)
    return;
  for (auto& stack : report.stacks)
    for (auto& frame : stack.frames) {
      if (isPrinter(frame))
        frame.origin = model::FrameOrigin::Runtime;
      else if (frame.origin == model::FrameOrigin::User)
        break;
    }
}

bool isRunawayRecursion(const model::ThreadStack& stack) {
  if (stack.frames.size() < kDeepStack)
    return false;
  std::set<std::string_view> functions;
  for (std::size_t i = 0; i < kInnermost; ++i)
    functions.insert(stack.frames[i].function);
  return functions.size() <= kFewFunctions;
}

// The kind of failure that the innermost frames suggest: abort() alone says least.
FindingKind kindFromFrames(const model::ThreadStack& stack) {
  FindingKind kind = FindingKind::None;
  const std::size_t end = innermostUserFrame(stack);
  for (std::size_t i = 0; i < end; ++i) {
    const std::string_view function = stack.frames[i].function;
    if (contains(function, "__assert_fail"))
      return FindingKind::Assert;
    if (contains(function, "std::thread::~thread")) // joinable: terminate() without an exception
      return FindingKind::Abort;
    if (contains(function, "__cxa_throw") || contains(function, "std::terminate") ||
        contains(function, "__clang_call_terminate") || contains(function, "__gxx_personality_v0"))
      kind = FindingKind::Exception;
    else if (kind != FindingKind::Exception && contains(function, "abort"))
      kind = FindingKind::Abort;
    else if (kind == FindingKind::None && function == kSignalHandler)
      kind = FindingKind::Crash;
  }
  return kind;
}

bool isPlace(const model::CrashFrame& frame, const model::CrashFrame& place) {
  return frame.line == place.line && baseName(frame.file) == baseName(place.file);
}

// An assertion contains its source location: frames further in only report it. If no frame of the stack is the
// user's, the location is the only one.
void usePlace(model::CrashReport& report, const model::CrashFrame& place) {
  if (report.stacks.empty())
    report.stacks.emplace_back();
  auto& frames = report.stacks.front().frames;
  const auto failing = std::ranges::find_if(
      frames, [&](const auto& frame) { return frame.line != 0 && isPlace(frame, place); });
  if (failing != frames.end()) {
    for (auto frame = frames.begin(); frame != failing; ++frame)
      frame->origin = model::FrameOrigin::Runtime;
  } else if (innermostUserFrame(report.stacks.front()) == frames.size()) {
    frames.insert(frames.begin(), place);
    frames.front().origin = originOf(place);
  }
}

// A message says more than a signal; two messages about a signal say the same.
void useMessage(model::CrashReport& report, const FailureMessage& message) {
  const bool isVague = report.kind == FindingKind::None || report.kind == FindingKind::Abort;
  const bool isBetter = message.kind != FindingKind::Crash && message.kind != FindingKind::Abort;
  if (message.kind != FindingKind::None &&
      (isVague || (report.kind == FindingKind::Crash && isBetter))) {
    report.kind = message.kind;
    report.message = message.message;
    report.exceptionType = message.exceptionType;
    if (message.place)
      usePlace(report, *message.place);
  }
  if (report.message.empty())
    report.message = message.message;
}

void useFrames(model::CrashReport& report, const FailureMessage& message) {
  if (report.stacks.empty())
    return;
  const auto& crashing = report.stacks.front();
  const FindingKind seen = kindFromFrames(crashing);
  const bool isAbort = report.kind == FindingKind::Abort && message.exceptionType.empty() &&
                       !contains(message.message, "without an active exception");
  if (seen != FindingKind::None && (report.kind == FindingKind::None || isAbort))
    report.kind = seen;
  if ((report.kind == FindingKind::Crash || report.kind == FindingKind::None) &&
      isRunawayRecursion(crashing))
    report.kind = FindingKind::StackOverflow;
}

// A dump of a process that did not fail by itself, because it hung.
void judgeHang(model::CrashReport& report) {
  auto& stacks = report.stacks;
  const auto waitsForLock = [](const auto& stack) { return stack.waits == WaitKind::Lock; };
  const auto waits = [](const auto& stack) { return stack.waits != WaitKind::None; };
  if (std::ranges::any_of(stacks, waitsForLock)) {
    report.kind = FindingKind::Deadlock;
    // Replaces std::stable_partition, which libstdc++ 12 implements with a function that is deprecated now.
    auto end = stacks.begin();
    for (auto stack = stacks.begin(); stack != stacks.end(); ++stack)
      if (waitsForLock(*stack))
        std::rotate(end++, stack, stack + 1);
  } else if (!stacks.empty() && std::ranges::all_of(stacks, waits)) {
    report.kind = FindingKind::Hang;
  }
}

// Whether the innermost action of the thread is to release memory.
bool isFreeing(const model::ThreadStack& stack) {
  const std::string_view function =
      stack.frames.empty() ? std::string_view() : stack.frames.front().function;
  return stack.frames.size() > 1 && stack.frames.front().origin != model::FrameOrigin::User &&
         (function.starts_with("operator delete") || function == "free" || function == "cfree");
}

// If one thread frees what another accesses and the access came first, ThreadSanitizer calls it a race. In the opposite
// order it is a use after free. The accessing thread is the one that fails.
void judgeFreeingRace(model::CrashReport& report) {
  auto& stacks = report.stacks;
  if (report.kind != FindingKind::DataRace || stacks.empty())
    return;
  const auto previous = std::ranges::find_if(
      stacks, [](const auto& stack) { return stack.role == StackRole::PreviousAccess; });
  if (previous == stacks.end() || isFreeing(stacks.front()) == isFreeing(*previous))
    return;
  if (isFreeing(stacks.front()))
    std::swap(stacks.front(), *previous);
  stacks.front().role = StackRole::Crashing;
  previous->role = StackRole::FreedBy;
  report.kind = FindingKind::UseAfterFree;
}

// libc noticed that the heap is damaged: the code that did it is no longer on the stack.
void noteDamage(model::CrashReport& report) {
  static constexpr std::array<std::string_view, 5> kSigns = {"malloc(): ",
                                                             "malloc_consolidate(): ",
                                                             "corrupted ",
                                                             "free(): invalid next size",
                                                             "free(): invalid size"};
  if (!report.stacks.empty() &&
      std::ranges::any_of(kSigns, [&](auto sign) { return report.message.starts_with(sign); }))
    report.notes.emplace_back(
        "the stack shows who noticed that the heap is damaged, not who damaged it: a memory error "
        "of another method may be the cause");
}

// Several threads, and the text does not say which one failed: the one that called abort or runs a signal handler.
void findFailedThread(std::vector<model::ThreadStack>& stacks) {
  const auto failed = std::ranges::find_if(
      stacks, [](const auto& stack) { return kindFromFrames(stack) != FindingKind::None; });
  if (failed != stacks.end())
    std::rotate(stacks.begin(), failed, failed + 1);
}

} // namespace

void finishReport(model::CrashReport& report, const FailureMessage& message) {
  for (auto& stack : report.stacks) {
    markOrigins(stack);
    const bool isPast = stack.role != StackRole::Crashing && stack.role != StackRole::OtherThread &&
                        stack.role != StackRole::PreviousAccess;
    stack.waits = isPast ? WaitKind::None : waitOf(stack);
  }
  if (isSanitizer(report.format))
    return judgeFreeingRace(report);
  markPrinters(report);
  if (!report.stacks.empty() && kindFromFrames(report.stacks.front()) == FindingKind::None)
    findFailedThread(report.stacks);
  useMessage(report, message);
  useFrames(report, message);
  if (report.kind == FindingKind::None)
    judgeHang(report);
  for (std::size_t i = 0; i < report.stacks.size(); ++i)
    report.stacks[i].role = i == 0 ? StackRole::Crashing : StackRole::OtherThread;
  noteDamage(report);
}

} // namespace heddle::crash
