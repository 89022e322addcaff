// SPDX-License-Identifier: Apache-2.0
// The filter is a classic BPF program over the number, the arguments and the address of a system call. It cannot follow
// pointers, so a call whose effect depends on memory (clone3, openat2) is never allowed. In this order:
//
//   1. another ABI (int $0x80 in 64-bit code)       -> SIGSYS
//   2. made by the engine's gate (system_calls.S)   -> allow, first because processors without wrfsbase need
//                                                      one for each switch between fibers
//   3. harmless whatever the arguments              -> allow
//   4. harmless with these arguments                -> allow
//   5. clone3                                       -> ENOSYS, upon which libc uses clone
//   6. everything else, x32 and unknown numbers too -> SIGSYS
//
// Alternatives and measurements: docs/adr/0016-no-subject-changes-files.md.
#include "runtime/system/system_call_filter.h"

#include <asm/ioctls.h>
#include <asm/unistd.h>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include "runtime/memory/layout.h"
#include "runtime/system/raw_output.h"
#include "runtime/system/real_calls.h"

extern "C" {
extern const char heddle_rt_gate_begin[]; // NOLINT(modernize-avoid-c-arrays): labels
extern const char heddle_rt_gate_end[];
}

namespace heddle::runtime {

namespace {

// Queries, memory of the process itself, descriptors for reading, and what libc needs to start a thread.
constexpr int kHarmless[] = {
    // files, for reading
    __NR_read,
    __NR_pread64,
    __NR_readv,
    __NR_preadv,
    __NR_preadv2,
    __NR_lseek,
    __NR_close,
    __NR_close_range,
    __NR_dup,
    __NR_stat,
    __NR_fstat,
    __NR_lstat,
    __NR_newfstatat,
    __NR_statx,
    __NR_statfs,
    __NR_fstatfs,
    __NR_access,
    __NR_faccessat,
    __NR_faccessat2,
    __NR_readlink,
    __NR_readlinkat,
    __NR_getdents,
    __NR_getdents64,
    __NR_getcwd,
    __NR_getxattr,
    __NR_lgetxattr,
    __NR_fgetxattr,
    __NR_listxattr,
    __NR_llistxattr,
    __NR_flistxattr,
    __NR_fadvise64,
    __NR_readahead,
    __NR_fsync,
    __NR_fdatasync,
    // memory
    __NR_brk,
    __NR_munmap,
    __NR_mprotect,
    __NR_mremap,
    __NR_madvise,
    __NR_mincore,
    __NR_mlock,
    __NR_mlock2,
    __NR_munlock,
    // threads and signals
    __NR_rt_sigreturn,
    __NR_rt_sigprocmask,
    __NR_rt_sigpending,
    __NR_restart_syscall,
    __NR_set_tid_address,
    __NR_set_robust_list,
    __NR_get_robust_list,
    __NR_rseq,
    __NR_membarrier,
    __NR_sched_yield,
    __NR_sched_getaffinity,
    __NR_sched_getparam,
    __NR_sched_getscheduler,
    __NR_sched_getattr,
    __NR_sched_get_priority_max,
    __NR_sched_get_priority_min,
    __NR_sched_rr_get_interval,
    // clocks and random numbers: the models answer first (sync/time.cpp, libc/randomness.cpp)
    __NR_clock_gettime,
    __NR_clock_getres,
    __NR_gettimeofday,
    __NR_time,
    __NR_times,
    __NR_getrandom,
    // who and where
    __NR_getpid,
    __NR_gettid,
    __NR_getppid,
    __NR_getpgid,
    __NR_getpgrp,
    __NR_getsid,
    __NR_getuid,
    __NR_geteuid,
    __NR_getgid,
    __NR_getegid,
    __NR_getresuid,
    __NR_getresgid,
    __NR_getgroups,
    __NR_getcpu,
    __NR_getpriority,
    __NR_getrlimit,
    __NR_getrusage,
    __NR_sysinfo,
    __NR_uname,
    __NR_capget,
};

// `low` <= (32-bit word of seccomp_data & `mask`) <= `high`
struct Condition {
  std::size_t word;
  std::uint32_t mask;
  std::uint32_t low, high;
};

constexpr std::uint32_t kAllBits = ~std::uint32_t{0};

constexpr std::size_t lowWord(unsigned argument) {
  return offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t);
}
constexpr std::size_t highWord(unsigned argument) {
  return lowWord(argument) + sizeof(std::uint32_t);
}
constexpr Condition is(std::size_t word, std::uint32_t value) {
  return {word, kAllBits, value, value};
}
constexpr Condition hasNone(std::size_t word, std::uint32_t bits) {
  return {word, bits, 0, 0};
}
constexpr Condition hasAll(std::size_t word, std::uint32_t bits) {
  return {word, bits, bits, bits};
}

// A call that is harmless when both conditions hold.
struct Rule {
  int call;
  Condition first, second;
};

constexpr Condition kAlways = hasNone(offsetof(seccomp_data, nr), 0);
constexpr std::uint32_t kWriting = O_ACCMODE | O_CREAT | O_TRUNC;
constexpr std::uint32_t kFutexOptions = FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME;

constexpr Rule kHarmlessWith[] = {
    {__NR_open, hasNone(lowWord(1), kWriting), kAlways},
    {__NR_openat, hasNone(lowWord(2), kWriting), kAlways},
    {__NR_mmap, hasNone(lowWord(3), MAP_SHARED), kAlways},
    // Waiting would last forever: the other threads are parked.
    {__NR_futex, {lowWord(1), ~kFutexOptions, FUTEX_WAKE, FUTEX_WAKE}, kAlways},
    {__NR_fcntl, {lowWord(1), kAllBits, F_GETFD, F_GETFL}, kAlways}, // and F_SETFD between them
    {__NR_ioctl, is(lowWord(1), TCGETS), kAlways},
    {__NR_ioctl, is(lowWord(1), TIOCGWINSZ), kAlways},
    {__NR_ioctl, is(lowWord(1), FIONREAD), kAlways},
    {__NR_prctl, is(lowWord(0), PR_SET_NAME), kAlways},
    {__NR_prctl, is(lowWord(0), PR_GET_NAME), kAlways},
    // Without a new limit.
    {__NR_prlimit64, is(lowWord(2), 0), is(highWord(2), 0)},
    // libc, when it starts its first thread: SIGSETXID, which no program can name.
    {__NR_rt_sigaction, is(lowWord(0), 33), kAlways},
    // A parked thread (fiber.cpp).
    {__NR_clone,
     hasAll(lowWord(0), CLONE_VM | CLONE_THREAD | CLONE_SIGHAND | CLONE_FS | CLONE_FILES),
     {highWord(1), kAllBits, kStacks >> 32, (kStacksEnd >> 32) - 1}},
};
static_assert(F_GETFD + 1 == F_SETFD && F_SETFD + 1 == F_GETFL);

class Program {
public:
  Program();
  sock_fprog value() { return {static_cast<unsigned short>(size_), code_}; }

private:
  void add(std::uint16_t code, std::uint32_t operand, unsigned ifTrue = 0, unsigned ifFalse = 0);
  void load(std::size_t word) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(word)); }
  void end(std::uint32_t action) { add(BPF_RET | BPF_K, action); }
  void endUnless(std::uint32_t value, std::uint32_t action);
  void endIf(std::uint32_t value, std::uint32_t action);
  void require(const Condition& condition, unsigned toSkip);
  void allow(const Rule& rule);
  void allowGate();

  static constexpr unsigned kConditionLength = 4;
  static constexpr std::size_t kMost = 512;
  sock_filter code_[kMost];
  std::size_t size_ = 0;
};

void Program::add(std::uint16_t code, std::uint32_t operand, unsigned ifTrue, unsigned ifFalse) {
  HEDDLE_RT_CHECK(size_ < kMost);
  code_[size_++] = {
      code, static_cast<std::uint8_t>(ifTrue), static_cast<std::uint8_t>(ifFalse), operand};
}

void Program::endUnless(std::uint32_t value, std::uint32_t action) {
  add(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
  end(action);
}

void Program::endIf(std::uint32_t value, std::uint32_t action) {
  add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
  end(action);
}

// kConditionLength instructions; jumps over `toSkip` more when the condition does not hold.
void Program::require(const Condition& condition, unsigned toSkip) {
  load(condition.word);
  add(BPF_ALU | BPF_AND | BPF_K, condition.mask);
  add(BPF_JMP | BPF_JGE | BPF_K, condition.low, 0, toSkip + 1);
  add(BPF_JMP | BPF_JGT | BPF_K, condition.high, toSkip, 0);
}

void Program::allow(const Rule& rule) {
  load(offsetof(seccomp_data, nr));
  add(BPF_JMP | BPF_JEQ | BPF_K,
      static_cast<std::uint32_t>(rule.call),
      0,
      2 * kConditionLength + 1);
  require(rule.first, kConditionLength + 1);
  require(rule.second, 1);
  end(SECCOMP_RET_ALLOW);
}

// The address is that of the instruction after the system call.
void Program::allowGate() {
  auto begin = reinterpret_cast<std::uintptr_t>(heddle_rt_gate_begin);
  auto end = reinterpret_cast<std::uintptr_t>(heddle_rt_gate_end);
  constexpr std::size_t kAddress = offsetof(seccomp_data, instruction_pointer);
  require(is(kAddress + sizeof(std::uint32_t), static_cast<std::uint32_t>(begin >> 32)),
          kConditionLength + 1);
  require({kAddress, kAllBits, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
          1);
  this->end(SECCOMP_RET_ALLOW);
}

Program::Program() { // NOLINT(cppcoreguidelines-pro-type-member-init): as far as size_ says
  load(offsetof(seccomp_data, arch));
  endUnless(AUDIT_ARCH_X86_64, SECCOMP_RET_TRAP);
  allowGate();
  load(offsetof(seccomp_data, nr));
  for (int call : kHarmless)
    endIf(static_cast<std::uint32_t>(call), SECCOMP_RET_ALLOW);
  for (const Rule& rule : kHarmlessWith)
    allow(rule);
  // How libc aborts.
  auto self = static_cast<std::uint32_t>(rawSyscall(__NR_getpid));
  allow({__NR_tgkill, is(lowWord(0), self), is(lowWord(2), SIGABRT)});
  load(offsetof(seccomp_data, nr));
  endIf(__NR_clone3, SECCOMP_RET_ERRNO | ENOSYS);
  end(SECCOMP_RET_TRAP);
}

} // namespace

void installSystemCallFilter() {
  Program program;
  sock_fprog value = program.value();
  // Required by the kernel, so that a filter cannot fool a setuid program.
  bool installed = rawSyscall(__NR_prctl, PR_SET_NO_NEW_PRIVS, 1) == 0 &&
                   rawSyscall(__NR_seccomp,
                              SECCOMP_SET_MODE_FILTER,
                              SECCOMP_FILTER_FLAG_TSYNC,
                              reinterpret_cast<long>(&value)) == 0;
  if (!installed)
    dieOfEnvironment(MessageId::NoFilter);
}

} // namespace heddle::runtime
