// SPDX-License-Identifier: Apache-2.0
#include "support/check.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "support/version.h"

// The engine's own way to the kernel (runtime/system/system_calls.S); not there in other programs.
extern "C" [[gnu::weak, gnu::visibility("hidden")]] long
// NOLINTNEXTLINE(readability-identifier-naming): a symbol of the engine, in assembly
heddle_rt_system_call(long number, long a, long b, long c, long d, long e, long f);

namespace heddle {

namespace {

// Inside the engine library write and _exit are the modelled ones of the subject, a check may fail on a
// subject's stack, and the filter of system calls stops those that do not come from the engine's own
// gate: only a direct system call there is certain to print and end this process.
long systemCall(long number, long first, long second, long third) {
  if (heddle_rt_system_call != nullptr)
    return heddle_rt_system_call(number, first, second, third, 0, 0, 0);
#if defined(__x86_64__)
  long result = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(first), "S"(second), "d"(third)
                   : "rcx", "r11", "memory");
  return result;
#else
  return syscall(number, first, second, third);
#endif
}

} // namespace

CheckFailure::~CheckFailure() {
  std::string text = "\nheddle ";
  text += version();
  text += ": internal error: ";
  text += why_.empty() ? "a check failed" : why_;
  text += "\n  check   ";
  text += condition_;
  text += "\n  at      ";
  text += file_;
  text += ":" + std::to_string(line_);
  text += "\n  This is a bug in heddle. Please report it with these lines, the command you ran and,"
          " if you can,\n  the program it ran on.\n";
  systemCall(SYS_write,
             STDERR_FILENO,
             reinterpret_cast<long>(text.data()),
             static_cast<long>(text.size()));
  systemCall(SYS_exit_group, kOwnBugExitStatus, 0, 0);
  __builtin_trap();
}

} // namespace heddle
