// SPDX-License-Identifier: Apache-2.0
// Last messages of a harness that cannot continue: direct system calls, no buffers, no locks.
#pragma once

#include "runtime/system/message_arguments.h"

namespace heddle::runtime {

// Environment or unsupported construct: exit status 3.
[[noreturn]] void dieOfEnvironment(MessageId why, MessageArguments arguments = {});

// The same before the first execution, in a library: exit status abi::kRefusedBeforeMain.
[[noreturn]] void dieOfLibrary(MessageId what, MessageArguments arguments);

// A bug of ours: exit status 70.
[[noreturn]] void dieOfBug(const char* what);

} // namespace heddle::runtime

// On in release builds: code documentation that is checked.
#define HEDDLE_RT_CHECK(condition)                                                                 \
  do {                                                                                             \
    if (__builtin_expect(!(condition), 0))                                                         \
      ::heddle::runtime::dieOfBug(#condition);                                                     \
  } while (false)
