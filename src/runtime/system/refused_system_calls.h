// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <sys/uio.h>

namespace heddle::runtime {

// Installs the handler for calls that the filter (system_call_filter.h) stops. Must come before the filter.
void handleRefusedSystemCalls();

// Ends the execution as unsupported, with the name of the system call.
[[noreturn]] void refuseSystemCall(long number);

// A write of the subject: captured for the standard streams, dropped for /dev/null, refused for any other file. Returns
// the result of the system call: the number of bytes or a negative error.
long writeForSubject(int descriptor, const void* text, std::size_t bytes);
long writeForSubject(int descriptor, const iovec* parts, int count);

} // namespace heddle::runtime
