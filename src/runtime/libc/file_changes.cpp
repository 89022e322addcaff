// SPDX-License-Identifier: Apache-2.0
// A program under test must not change files: not those of the user, and not those that a later execution would see.
// Each function that would do so is refused by name; the filter of system calls (system_call_filter.h) stops everything
// else.
#include "runtime/system/real_calls.h"
#include "runtime/unsupported.h"

#define HEDDLE_FILE_CHANGE(name, message)                                                          \
  HEDDLE_INTERPOSE void heddle_refused_##name() asm(#name);                                        \
  HEDDLE_INTERPOSE void heddle_refused_##name() {                                                  \
    heddle::runtime::failUnsupported(heddle::abi::MessageId::message, {#name});                    \
  }
#include "runtime/libc/file_changes.def"
#undef HEDDLE_FILE_CHANGE
