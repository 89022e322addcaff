// SPDX-License-Identifier: Apache-2.0
// From the text of a crash to values: what failed, where, and in which method of which class.
//
//   auto report = crash::parseCrash(text);              // any of the known formats, detected
//   auto target = crash::inferTarget(*report, {});      // or {"shop::Logbook"}, or the class and its bases
//
// parseCrash gives the stacks with one spelling per function (crash/canonical_name.h), frames marked as the user's, the
// library's or the runtime's, and the kind of failure. inferTarget gives what ConCrash (section 2) calls the class under
// test, the crashing method and the point of failure, and, from stacks that Java never has ("freed by", "previous write",
// other threads that wait for locks), the interfering methods. To compare a stack that heddle produced with the one that
// was given, frame by frame: crash/stack_match.h. For single functions: crash/function_name.h.
//
// No input makes any of this fail other than by an Error, or take more than time linear in its size. The limits:
// kMaxText, kMaxLine, kMaxLines (text_lines.h), kMaxFrames (stack_collector.h), kMaxName (canonical_name.h).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "crash/target.h"
#include "model/crash_stack.h"
#include "support/result.h"

namespace heddle::crash {

// Every report in the text, in its order; a log of ThreadSanitizer has one per race. Never empty when it has a value.
Result<std::vector<model::CrashReport>> parseCrashes(std::string_view text);

// The first of them that is wanted, or else the first; a note says how many were left out. An error says that there is no
// stack, and what formats are known.
Result<model::CrashReport>
parseCrash(std::string_view text,
           const std::function<bool(const model::CrashReport&)>& isWanted = {});

// The same, read as one given format.
Result<std::vector<model::CrashReport>> parseCrashesAs(model::CrashFormat format,
                                                       std::string_view text);

} // namespace heddle::crash
