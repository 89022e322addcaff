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

void putMessage(MessageId id, MessageArguments arguments) {
  constexpr char kSeparator[] = {abi::kArgumentSeparator, '\0'};
  abi::Message message;
  setMessage(message, id, arguments);
  put(abi::kLastWords);
  put(abi::nameOf(id));
  put(arguments.size() == 0 ? "" : kSeparator);
  put(message.arguments);
  put("\n");
}

[[noreturn]] void exitNow(int status) {
  for (;;)
    rawSyscall(SYS_exit_group, status);
}

} // namespace

void dieOfEnvironment(MessageId why, MessageArguments arguments) {
  putMessage(why, arguments);
  exitNow(3);
}

void dieOfLibrary(MessageId what, MessageArguments arguments) {
  putMessage(what, arguments);
  exitNow(abi::kRefusedBeforeMain);
}

void dieOfBug(const char* what) {
  put("heddle: internal error in the engine: ");
  put(what);
  put("\n");
  exitNow(70);
}

} // namespace heddle::runtime
