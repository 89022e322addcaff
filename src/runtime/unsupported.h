// SPDX-License-Identifier: Apache-2.0
// A construct that is not modelled ends the run with its name and source location: there are no silent gaps.
#pragma once

#include "runtime/system/message_arguments.h"

namespace heddle::runtime {

// Ends the execution; outside of one, the process.
[[noreturn]] void failUnsupported(MessageId message, MessageArguments arguments = {});

// The same for more of something than there is room for.
[[noreturn]] void failTooLarge(MessageId message, MessageArguments arguments = {});

} // namespace heddle::runtime
