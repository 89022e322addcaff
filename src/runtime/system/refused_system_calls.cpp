// SPDX-License-Identifier: Apache-2.0
// What happens to a system call that the filter stops: it has done nothing, and SIGSYS tells which one it was. A few
// calls that libc itself makes for supported functions are answered here; anything else ends the execution as
// unsupported.
#include "runtime/system/refused_system_calls.h"

#include <asm/unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <linux/audit.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <ucontext.h>

#include "runtime/crash.h"
#include "runtime/libc/process_state.h"
#include "runtime/state.h"
#include "runtime/system/real_calls.h"
#include "runtime/unsupported.h"

namespace heddle::runtime {

namespace {

const char* nameOf(long systemCall) {
  switch (systemCall) {
#define HEDDLE_SYSTEM_CALL(name)                                                                   \
  case __NR_##name:                                                                                \
    return #name;
#include "runtime/system/system_call_names.def"
#undef HEDDLE_SYSTEM_CALL
  default:
    return nullptr;
  }
}

bool isWritable(int descriptor) {
  long flags = rawSyscall(__NR_fcntl, descriptor, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

bool isNullDevice(int descriptor) {
  struct stat file{};
  return fstat(descriptor, &file) == 0 && S_ISCHR(file.st_mode) && file.st_rdev == makedev(1, 3);
}

// The call, as found in the processor's registers.
class StoppedCall {
public:
  StoppedCall(const siginfo_t& info, ucontext_t& context)
      : info_(info), registers_(context.uc_mcontext.gregs) {}

  // Does what the subject is allowed to request. False: nothing.
  bool answer();
  [[noreturn]] void refuse() const;

private:
  template <typename T>
  T pointer(int index) const {
    return reinterpret_cast<T>(registers_[index]);
  }
  bool opensNullDevice(int path) const {
    return std::strcmp(pointer<const char*>(path), "/dev/null") == 0;
  }
  void perform();

  const siginfo_t& info_;
  greg_t (&registers_)[__NGREG];
};

void StoppedCall::perform() {
  registers_[REG_RAX] = rawSyscall(info_.si_syscall,
                                   registers_[REG_RDI],
                                   registers_[REG_RSI],
                                   registers_[REG_RDX],
                                   registers_[REG_R10],
                                   registers_[REG_R8],
                                   registers_[REG_R9]);
}

bool StoppedCall::answer() {
  if (info_.si_arch != AUDIT_ARCH_X86_64)
    return false;
  switch (info_.si_syscall) {
  case __NR_open:
    if (!opensNullDevice(REG_RDI))
      return false;
    perform();
    return true;
  case __NR_openat:
    if (!opensNullDevice(REG_RSI))
      return false;
    perform();
    return true;
  case __NR_write:
    registers_[REG_RAX] = writeForSubject(static_cast<int>(registers_[REG_RDI]),
                                          pointer<const void*>(REG_RSI),
                                          static_cast<std::size_t>(registers_[REG_RDX]));
    return true;
  case __NR_writev:
    registers_[REG_RAX] = writeForSubject(static_cast<int>(registers_[REG_RDI]),
                                          pointer<const iovec*>(REG_RSI),
                                          static_cast<int>(registers_[REG_RDX]));
    return true;
  default:
    return false;
  }
}

void StoppedCall::refuse() const {
  if (info_.si_arch != AUDIT_ARCH_X86_64)
    failUnsupported(MessageId::OtherAbi);
  refuseSystemCall(info_.si_syscall);
}

void onStoppedCall(int, siginfo_t* info, void* context) {
  StoppedCall call(*info, *static_cast<ucontext_t*>(context));
  if (!call.answer())
    call.refuse();
}

} // namespace

void refuseSystemCall(long number) {
  if (const char* name = nameOf(number))
    failUnsupported(MessageId::SystemCall, {name});
  failUnsupported(MessageId::SystemCallNumber, {number});
}

long writeForSubject(int descriptor, const void* text, std::size_t bytes) {
  bool isStandard = descriptor == 1 || descriptor == 2;
  if (isStandard && !engine.executing) // a library's constructor
    return rawSyscall(
        __NR_write, descriptor, reinterpret_cast<long>(text), static_cast<long>(bytes));
  if (isStandard)
    captureOutput(static_cast<const char*>(text), bytes);
  else if (!isWritable(descriptor))
    return -EBADF;
  else if (!isNullDevice(descriptor))
    failUnsupported(MessageId::WritesToOpenFile);
  return static_cast<long>(bytes);
}

long writeForSubject(int descriptor, const iovec* parts, int count) {
  long total = 0;
  for (int i = 0; i < count; ++i) {
    long written = writeForSubject(descriptor, parts[i].iov_base, parts[i].iov_len);
    if (written < 0)
      return written;
    total += written;
  }
  return total;
}

void handleRefusedSystemCalls() {
  handleSignal(SIGSYS, onStoppedCall);
}

} // namespace heddle::runtime
