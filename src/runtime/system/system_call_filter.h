// SPDX-License-Identifier: Apache-2.0
// The seccomp filter of every harness process: what the subject may request from the kernel. Interposed libc functions
// refuse by name what they know; the filter is the safety net for raw system calls, inline assembly and libraries.
#pragma once

namespace heddle::runtime {

// From now on, and in all threads started later, a system call that is not made by the engine (system_calls.S) and is
// not harmless does nothing and raises SIGSYS. Ends the process if the kernel does not support the filter.
void installSystemCallFilter();

} // namespace heddle::runtime
