// SPDX-License-Identifier: Apache-2.0
// Which frames are the user's, and what a thread waits for.
#pragma once

#include <cstddef>
#include <string_view>

#include "model/crash_stack.h"

namespace heddle::crash {

// What gdb calls the frame between a signal handler and what it interrupted; other formats have no name for it.
inline constexpr std::string_view kSignalHandler = "<signal handler called>";

// By name first, then by file, then by module.
model::FrameOrigin originOf(const model::CrashFrame& frame);

// Sets the origin of every frame. What runs after the failure is Runtime, whoever wrote it: the frames inside of a signal
// handler, of abort(), of std::terminate(). Names the frame of a signal handler where the text does not.
void markOrigins(model::ThreadStack& stack);

// What the innermost frames, those inside of the first of the user's, wait in.
model::WaitKind waitOf(const model::ThreadStack& stack);

// The innermost frame of the user's; frames.size() when there is none.
std::size_t innermostUserFrame(const model::ThreadStack& stack);

} // namespace heddle::crash
