// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::runtime {

// Ends the execution as exit(status) does: callbacks and static destructors run on the calling thread.
[[noreturn]] void exitSubject(int status);
// Ends it immediately.
[[noreturn]] void exitSubjectNow(int status);

} // namespace heddle::runtime
