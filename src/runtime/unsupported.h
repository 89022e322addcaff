// SPDX-License-Identifier: Apache-2.0
// A construct that is not modelled ends the run with its name and source location: there are no silent gaps.
#pragma once

namespace heddle::runtime {

// `what` names it: "fork()", "the program removes a file (unlink)". Ends the execution; outside of one, the process.
[[noreturn]] void failUnsupported(const char* what);

// The same if there are more objects than fit: "more than 256 open files".
[[noreturn]] void failTooLarge(const char* what);

} // namespace heddle::runtime
