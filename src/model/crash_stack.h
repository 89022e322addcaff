// SPDX-License-Identifier: Apache-2.0
// What a crash text says, whatever tool wrote it: the kind of failure and the stacks of the threads, as plain values.
// Read by crash/crash.h from text; the search for a test that fails the same way starts from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/finding_kind.h"

namespace heddle::model {

enum class CrashFormat : std::uint8_t {
#define HEDDLE_CRASH_FORMAT(id, corpus, name) id,
#include "model/lists/crash_formats.def"
#undef HEDDLE_CRASH_FORMAT
};
inline constexpr std::size_t kCrashFormats = 0
// NOLINTNEXTLINE(bugprone-macro-parentheses): the rows are added up
#define HEDDLE_CRASH_FORMAT(id, corpus, name) +1
#include "model/lists/crash_formats.def"
#undef HEDDLE_CRASH_FORMAT
    ;
std::string_view toText(CrashFormat format); // as a report names it: "gdb backtrace"

// Where the code of a frame comes from.
enum class FrameOrigin : std::uint8_t {
  User,
  StandardLibrary, // std:: and its helpers: called by the user's code and calling it
  Runtime, // libc, thread start, sanitizers, and what runs after the failure: abort, signal handlers
  Unknown, // no name, and a module that says nothing
};

struct CrashFrame {
  std::string function;     // demangled, in the form of crash/canonical_name.h; "" when unknown
  std::string file;         // as printed; "" when unknown
  std::uint32_t line = 0;   // 0 when unknown
  std::string module;       // file the code was loaded from; "" when not printed
  std::uint64_t offset = 0; // in the module, 0 when not printed
  FrameOrigin origin = FrameOrigin::User;
  bool inlined = false; // into the next frame
  bool hasThis = false; // printed with a `this`: a member function, not one of a namespace
  bool operator==(const CrashFrame&) const = default;
};

enum class StackRole : std::uint8_t {
  Crashing,
  FreedBy,
  AllocatedBy,
  PreviousAccess, // of a data race; the earlier lock of an inverted order
  MutexCreated,
  ThreadCreated,
  OtherThread,
};
std::string_view toText(StackRole role);

enum class WaitKind : std::uint8_t { None, Lock, Condition, Join, Other };

struct ThreadStack {
  StackRole role = StackRole::Crashing;
  std::string thread; // as printed: "T2", "3", "main thread"; "" when the text does not say
  std::string title;  // the line above the frames, trimmed; "" when there is none
  WaitKind waits = WaitKind::None;
  std::vector<CrashFrame> frames; // innermost first
};

struct CrashReport {
  CrashFormat format = CrashFormat::Messages;
  FindingKind kind = FindingKind::None; // None: a stack without a word why it was printed
  std::string
      message; // exception and what(), assertion, signal and address, title of the sanitizer
  std::string
      exceptionType; // "std::out_of_range"; "" when the failure is none or the text does not say
  std::vector<ThreadStack>
      stacks; // the crashing one first; deadlocks: the threads that wait for locks first
  std::vector<std::string> notes; // what was left out or guessed
};

} // namespace heddle::model
