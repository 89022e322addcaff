// SPDX-License-Identifier: Apache-2.0
#include "runtime/system/raw_output.h"

#include <cstring>
#include <sys/syscall.h>

#include "runtime/abi/exit_status.h"
#include "runtime/system/real_calls.h"

namespace heddle::runtime {

namespace {

void put(const char* text) {
  rawSyscall(SYS_write, 2, reinterpret_cast<long>(text), static_cast<long>(std::strlen(text)));
}

[[noreturn]] void exitNow(int status) {
  for (;;)
    rawSyscall(SYS_exit_group, status);
}

} // namespace

void dieOfEnvironment(const char* why) {
  put(abi::kLastWords);
  put(why);
  put("\n");
  exitNow(3);
}

void dieOfLibrary(const char* what) {
  put(abi::kLastWords);
  put(what);
  put(", in the constructor of a library\n");
  exitNow(abi::kRefusedBeforeMain);
}

void dieOfBug(const char* what) {
  put("heddle: internal error in the engine: ");
  put(what);
  put("\n");
  exitNow(70);
}

} // namespace heddle::runtime
