// SPDX-License-Identifier: Apache-2.0
// Which frames are the user's, and what a thread waits for.
#pragma once

#include <cstddef>
#include <string_view>

#include "model/crash_stack.h"

namespace heddle::crash {

// What gdb calls the frame between a signal handler and the interrupted code; other formats have no name for it.
inline constexpr std::string_view kSignalHandler = "<signal handler called>";

// Decided by name first, then by file, then by module.
model::FrameOrigin originOf(const model::CrashFrame& frame);

// Sets the origin of every frame. Code that runs after the failure is Runtime, even if it is the user's: the frames
// inside a signal handler, abort() or std::terminate(). Names the frame of a signal handler if the text does not.
void markOrigins(model::ThreadStack& stack);

// What the innermost frames, those inside the user's first frame, wait in.
model::WaitKind waitOf(const model::ThreadStack& stack);

// The user's innermost frame; frames.size() if there is none.
std::size_t innermostUserFrame(const model::ThreadStack& stack);

} // namespace heddle::crash
