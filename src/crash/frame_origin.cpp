// SPDX-License-Identifier: Apache-2.0
#include "crash/frame_origin.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "crash/scan.h"

namespace heddle::crash {

namespace {

using model::CrashFrame;
using model::FrameOrigin;
using model::WaitKind;

template <std::size_t N>
bool startsWithAny(std::string_view text, const std::array<std::string_view, N>& starts) {
  return std::ranges::any_of(starts,
                             [&](std::string_view start) { return text.starts_with(start); });
}

template <std::size_t N>
bool containsAny(std::string_view text, const std::array<std::string_view, N>& parts) {
  return std::ranges::any_of(parts, [&](std::string_view part) { return contains(text, part); });
}

template <std::size_t N>
bool isAny(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, text) != words.end();
}

// The part before the parameters: enough to compare names of C functions.
std::string_view plainName(std::string_view function) {
  if (function.starts_with("operator"))
    return function.substr(0, function.find('(', 8));
  return function.substr(0, function.find('('));
}

bool isStandardName(std::string_view function) {
  static constexpr std::array<std::string_view, 7> kStarts = {"std::",
                                                              "__gnu_cxx::",
                                                              "__cxxabiv1::",
                                                              "__gthread_",
                                                              "boost::stacktrace::",
                                                              "backward::",
                                                              "__invoke"};
  return startsWithAny(function, kStarts);
}

// C functions that appear in stacks. A user may define a `write`, too: its file tells.
bool isRuntimeName(std::string_view function) {
  static constexpr std::array<std::string_view, 5> kStarts = {
      "pthread_", "asan_", "tsan_", "futex_", "lll_"};
  static constexpr std::array<std::string_view, 58> kNames = {"_start",
                                                              "start_thread",
                                                              "clone",
                                                              "clone3",
                                                              "abort",
                                                              "raise",
                                                              "gsignal",
                                                              "kill",
                                                              "killpg",
                                                              "tgkill",
                                                              "malloc",
                                                              "free",
                                                              "calloc",
                                                              "realloc",
                                                              "memcpy",
                                                              "memmove",
                                                              "memset",
                                                              "memcmp",
                                                              "strlen",
                                                              "strcpy",
                                                              "strncpy",
                                                              "strcmp",
                                                              "strdup",
                                                              "operator new",
                                                              "operator delete",
                                                              "operator new[]",
                                                              "operator delete[]",
                                                              "malloc_printerr",
                                                              "_int_free",
                                                              "_int_malloc",
                                                              "cfree",
                                                              "sem_wait",
                                                              "sem_timedwait",
                                                              "nanosleep",
                                                              "clock_nanosleep",
                                                              "usleep",
                                                              "sleep",
                                                              "syscall",
                                                              "poll",
                                                              "epoll_wait",
                                                              "select",
                                                              "read",
                                                              "write",
                                                              "waitpid",
                                                              "exit",
                                                              "sigwait",
                                                              "thrd_start",
                                                              "thrd_join",
                                                              "mtx_lock",
                                                              "backtrace",
                                                              "posix_memalign",
                                                              "aligned_alloc",
                                                              "munmap_chunk",
                                                              "malloc_consolidate",
                                                              "unlink_chunk",
                                                              "cond_wait",
                                                              kSignalHandler,
                                                              "sigaction"};
  return startsWithAny(function, kStarts) || isAny(plainName(function), kNames);
}

// `__x` and `_X` belong to the implementation.
bool isReservedName(std::string_view function) {
  return function.starts_with("__") ||
         (function.size() > 1 && function[0] == '_' && function[1] >= 'A' && function[1] <= 'Z');
}

bool isLibcModule(std::string_view module) {
  static constexpr std::array<std::string_view, 12> kParts = {"libc.so",
                                                              "libc-2",
                                                              "libpthread",
                                                              "ld-linux",
                                                              "libgcc_s",
                                                              "libasan",
                                                              "libtsan",
                                                              "libubsan",
                                                              "linux-vdso",
                                                              "linux-gate",
                                                              "ld-2.",
                                                              "libclang_rt"};
  return containsAny(module, kParts);
}

bool isStandardModule(std::string_view module) {
  static constexpr std::array<std::string_view, 3> kParts = {"libstdc++", "libc++", "libm.so"};
  return containsAny(module, kParts);
}

bool isStandardFile(std::string_view file) {
  static constexpr std::array<std::string_view, 7> kParts = {"/include/c++/",
                                                             "/c++/v1/",
                                                             "libstdc++-v3/",
                                                             "/libcxx/",
                                                             "/libcxxabi/",
                                                             "/x86_64-linux-gnu/c++/",
                                                             "/aarch64-linux-gnu/c++/"};
  return containsAny(file, kParts);
}

bool isRuntimeFile(std::string_view file) {
  static constexpr std::array<std::string_view, 7> kParts = {"/sysdeps/",
                                                             "compiler-rt/",
                                                             "sanitizer_common",
                                                             "/libsanitizer/",
                                                             "/nptl/",
                                                             "/csu/",
                                                             "/glibc"};
  // As glibc builds of Debian and others name their sources.
  static constexpr std::array<std::string_view, 13> kStarts = {"csu/",
                                                               "nptl/",
                                                               "sysdeps/",
                                                               "pthread_",
                                                               "libc_start_call_main.h",
                                                               "./stdlib/",
                                                               "./malloc/",
                                                               "./assert/",
                                                               "./string/",
                                                               "./signal/",
                                                               "./posix/",
                                                               "./misc/",
                                                               "./io/"};
  return containsAny(file, kParts) || startsWithAny(file, kStarts);
}

// Frames further in than one of these ran because the program had already failed.
bool isFailureBoundary(std::string_view function) {
  static constexpr std::array<std::string_view, 21> kNames = {kSignalHandler,
                                                              "__restore_rt",
                                                              "abort",
                                                              "__GI_abort",
                                                              "raise",
                                                              "__GI_raise",
                                                              "gsignal",
                                                              "std::terminate",
                                                              "__cxxabiv1::__terminate",
                                                              "__clang_call_terminate",
                                                              "__cxa_throw",
                                                              "__cxa_rethrow",
                                                              "std::rethrow_exception",
                                                              "__gxx_personality_v0",
                                                              "_Unwind_Resume",
                                                              "__cxa_call_terminate",
                                                              "__assert_fail",
                                                              "__GI___assert_fail",
                                                              "malloc_printerr",
                                                              "__cxa_pure_virtual",
                                                              "__stack_chk_fail"};
  return isAny(plainName(function), kNames);
}

// The return from a signal handler has no symbol in libc: it is one nameless frame of libc between two other frames.
bool isNamelessTrampoline(const std::vector<CrashFrame>& frames, std::size_t at) {
  const auto isLibc = [&](std::size_t i) { return isLibcModule(frames[i].module); };
  return at > 0 && at + 1 < frames.size() && isLibc(at) && frames[at].function.empty() &&
         !isLibc(at - 1) && !isLibc(at + 1) &&
         frames[at + 1].origin != FrameOrigin::StandardLibrary;
}

WaitKind waitIn(std::string_view function) {
  static constexpr std::array<std::string_view, 5> kJoins = {
      "pthread_join", "clockjoin", "timedjoin", "std::thread::join", "std::jthread::join"};
  static constexpr std::array<std::string_view, 5> kConditions = {"pthread_cond_wait",
                                                                  "pthread_cond_timedwait",
                                                                  "pthread_cond_clockwait",
                                                                  "std::condition_variable",
                                                                  "std::future"};
  static constexpr std::array<std::string_view, 9> kLocks = {"pthread_mutex_lock",
                                                             "pthread_mutex_timedlock",
                                                             "pthread_mutex_clocklock",
                                                             "lll_lock",
                                                             "lll_mutex_lock",
                                                             "std::mutex::lock",
                                                             "std::recursive_mutex::lock",
                                                             "std::shared_mutex::lock",
                                                             "pthread_rwlock_"};
  static constexpr std::array<std::string_view, 4> kOthers = {
      "sem_wait", "futex_wait", "futex_abstimed_wait", "pthread_barrier_wait"};
  if (containsAny(function, kJoins))
    return WaitKind::Join;
  if (containsAny(function, kConditions))
    return WaitKind::Condition;
  if (containsAny(function, kLocks))
    return WaitKind::Lock;
  return containsAny(function, kOthers) ? WaitKind::Other : WaitKind::None;
}

} // namespace

FrameOrigin originOf(const CrashFrame& frame) {
  if (isStandardName(frame.function))
    return FrameOrigin::StandardLibrary;
  const bool isElsewhere = !frame.file.empty() && !isStandardFile(frame.file);
  if (isReservedName(frame.function) || isRuntimeFile(frame.file) ||
      (isRuntimeName(frame.function) && !isElsewhere))
    return FrameOrigin::Runtime;
  if (isStandardFile(frame.file) || isStandardModule(frame.module))
    return FrameOrigin::StandardLibrary;
  if (isLibcModule(frame.module))
    return FrameOrigin::Runtime;
  return frame.function.empty() && frame.file.empty() ? FrameOrigin::Unknown : FrameOrigin::User;
}

void markOrigins(model::ThreadStack& stack) {
  auto& frames = stack.frames;
  for (auto& frame : frames)
    frame.origin = originOf(frame);
  std::size_t boundary = 0;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (isNamelessTrampoline(frames, i))
      frames[i].function = kSignalHandler;
    if (isFailureBoundary(frames[i].function))
      boundary = i;
  }
  for (std::size_t i = 0; i < boundary; ++i)
    frames[i].origin = FrameOrigin::Runtime;
}

WaitKind waitOf(const model::ThreadStack& stack) {
  // A condition variable waits in a futex, and takes a lock on the way: the outermost frame tells what was meant.
  WaitKind waits = WaitKind::None;
  const std::size_t end = innermostUserFrame(stack);
  for (std::size_t i = 0; i < end; ++i)
    if (const WaitKind kind = waitIn(stack.frames[i].function); kind != WaitKind::None)
      waits = kind;
  return waits;
}

std::size_t innermostUserFrame(const model::ThreadStack& stack) {
  const auto& frames = stack.frames;
  const auto found = std::ranges::find_if(
      frames, [](const CrashFrame& frame) { return frame.origin == FrameOrigin::User; });
  return static_cast<std::size_t>(found - frames.begin());
}

} // namespace heddle::crash
