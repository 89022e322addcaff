// SPDX-License-Identifier: Apache-2.0
// From the text of a crash to values: what failed, where, and in which method of which class.
//
//   auto report = crash::parseCrash(text);              // any of the known formats, detected
//   auto target = crash::inferTarget(*report, {});      // or {"shop::Logbook"}, or the class and its bases
//
// parseCrash returns the stacks with one spelling per function (crash/canonical_name.h), frames marked as the user's,
// the library's or the runtime's, and the kind of failure. inferTarget returns what ConCrash (section 2) calls the
// class under test, the crashing method and the point of failure. From stacks that do not exist in Java ("freed by",
// "previous write", other threads that wait for locks), it also derives the interfering methods. crash/stack_match.h
// compares, frame by frame, a stack that heddle produced with the given one. For single functions:
// crash/function_name.h.
//
// For any input, these functions either succeed or return an Error, in time linear in the size of the input. The
// limits: kMaxText, kMaxLine, kMaxLines (text_lines.h), kMaxFrames (stack_collector.h), kMaxName (canonical_name.h).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "crash/target.h"
#include "model/crash_stack.h"
#include "support/result.h"

namespace heddle::crash {

// Every report in the text, in order; a log of ThreadSanitizer has one per race. Never empty if there is a value.
Result<std::vector<model::CrashReport>> parseCrashes(std::string_view text);

// The first one that is wanted, or else the first; a note says how many were left out. The error says that there is no
// stack, and which formats are known.
Result<model::CrashReport>
parseCrash(std::string_view text,
           const std::function<bool(const model::CrashReport&)>& isWanted = {});

// The same, read as one given format.
Result<std::vector<model::CrashReport>> parseCrashesAs(model::CrashFormat format,
                                                       std::string_view text);

} // namespace heddle::crash
