// SPDX-License-Identifier: Apache-2.0
// What is not modelled is named, with its place, and ends the run: never a silent gap.
#pragma once

namespace heddle::runtime {

// `what` names it: "fork()", "the program removes a file (unlink)". Ends the execution; outside of one, the process.
[[noreturn]] void failUnsupported(const char* what);

// The same for more of something than there is room for: "more than 256 open files".
[[noreturn]] void failTooLarge(const char* what);

} // namespace heddle::runtime
