// SPDX-License-Identifier: Apache-2.0
// What is not modelled is named, with its place, and ends the run: never a silent gap.
#pragma once

namespace heddle::runtime {

// `what` reads after "the program uses": "fork()", "a socket". Ends the execution.
[[noreturn]] void failUnsupported(const char* what);

} // namespace heddle::runtime
