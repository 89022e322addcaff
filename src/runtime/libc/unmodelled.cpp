// SPDX-License-Identifier: Apache-2.0
// Calls whose effects leave the process or arrive from outside: refused by name and source location instead of silently
// wrong. docs/limits.md has the list for users.
#include <cstdio>
#include <cstring>

#include "runtime/state.h"
#include "runtime/system/modules.h"
#include "runtime/system/real_calls.h"
#include "runtime/unsupported.h"

using heddle::runtime::engine;
using heddle::runtime::failUnsupported;

namespace {

bool isSubjects(const void* caller) {
  return engine.executing && !heddle::runtime::isSystemCode(caller);
}

} // namespace

// For each of them: outside executions the original runs (the engine and libraries may need it), inside it ends the
// run. Arguments are passed on as six words, which covers every integer and pointer signature of the list.
#define HEDDLE_UNMODELLED(name, what)                                                              \
  HEDDLE_INTERPOSE long heddle_unmodelled_##name(                                                  \
      long a, long b, long c, long d, long e, long f) asm(#name);                                  \
  HEDDLE_INTERPOSE long heddle_unmodelled_##name(long a, long b, long c, long d, long e, long f) { \
    if (isSubjects(__builtin_return_address(0)))                                                   \
      failUnsupported(heddle::abi::MessageId::Unmodelled, {what});                                 \
    return heddle::runtime::realFunction<long(long, long, long, long, long, long)>(#name)(         \
        a, b, c, d, e, f);                                                                         \
  }

HEDDLE_UNMODELLED(fork, "fork()")
HEDDLE_UNMODELLED(vfork, "vfork()")
HEDDLE_UNMODELLED(_Fork, "fork()")
HEDDLE_UNMODELLED(clone, "clone()")
HEDDLE_UNMODELLED(execve, "exec")
HEDDLE_UNMODELLED(execv, "exec")
HEDDLE_UNMODELLED(execvp, "exec")
HEDDLE_UNMODELLED(execvpe, "exec")
HEDDLE_UNMODELLED(execl, "exec")
HEDDLE_UNMODELLED(execlp, "exec")
HEDDLE_UNMODELLED(execle, "exec")
HEDDLE_UNMODELLED(fexecve, "exec")
HEDDLE_UNMODELLED(posix_spawn, "posix_spawn()")
HEDDLE_UNMODELLED(posix_spawnp, "posix_spawn()")
HEDDLE_UNMODELLED(system, "system()")
HEDDLE_UNMODELLED(popen, "popen()")
HEDDLE_UNMODELLED(wait, "wait()")
HEDDLE_UNMODELLED(waitpid, "waitpid()")
HEDDLE_UNMODELLED(kill, "kill()")
HEDDLE_UNMODELLED(killpg, "killpg()")
HEDDLE_UNMODELLED(sigqueue, "sigqueue()")
HEDDLE_UNMODELLED(pause, "pause()")
HEDDLE_UNMODELLED(sigwait, "sigwait()")
HEDDLE_UNMODELLED(sigsuspend, "sigsuspend()")
HEDDLE_UNMODELLED(sigpause, "sigpause()")
HEDDLE_UNMODELLED(sigblock, "sigblock()")
HEDDLE_UNMODELLED(sigsetmask, "sigsetmask()")
HEDDLE_UNMODELLED(sighold, "sighold()")
HEDDLE_UNMODELLED(sigrelse, "sigrelse()")
HEDDLE_UNMODELLED(sigset, "sigset()")
HEDDLE_UNMODELLED(alarm, "alarm()")
HEDDLE_UNMODELLED(setitimer, "setitimer()")
HEDDLE_UNMODELLED(timer_create, "timer_create()")
HEDDLE_UNMODELLED(timerfd_create, "timerfd_create()")
HEDDLE_UNMODELLED(signalfd, "signalfd()")
HEDDLE_UNMODELLED(eventfd, "eventfd()")
HEDDLE_UNMODELLED(pipe, "pipe()")
HEDDLE_UNMODELLED(pipe2, "pipe()")
HEDDLE_UNMODELLED(socket, "socket()")
HEDDLE_UNMODELLED(socketpair, "socketpair()")
HEDDLE_UNMODELLED(select, "select()")
HEDDLE_UNMODELLED(pselect, "pselect()")
HEDDLE_UNMODELLED(poll, "poll()")
HEDDLE_UNMODELLED(ppoll, "ppoll()")
HEDDLE_UNMODELLED(epoll_create, "epoll")
HEDDLE_UNMODELLED(epoll_create1, "epoll")
HEDDLE_UNMODELLED(shm_open, "shm_open()")
HEDDLE_UNMODELLED(shmget, "shmget()")
HEDDLE_UNMODELLED(msgget, "msgget()")
HEDDLE_UNMODELLED(mq_open, "mq_open()")
HEDDLE_UNMODELLED(makecontext, "makecontext()")
HEDDLE_UNMODELLED(swapcontext, "swapcontext()")
HEDDLE_UNMODELLED(pthread_mutex_setprioceiling, "pthread_mutex_setprioceiling()")
HEDDLE_UNMODELLED(pthread_mutex_consistent, "pthread_mutex_consistent()")

// dlopen of an optional helper fails, as if it were not installed: TBB then allocates with malloc.
HEDDLE_INTERPOSE void* dlopen(const char* file, int mode) noexcept {
  bool isHelper = file != nullptr && std::strstr(file, "libtbbmalloc") != nullptr;
  if (engine.inSubject && isHelper)
    return nullptr;
  if (isSubjects(__builtin_return_address(0)))
    failUnsupported(heddle::abi::MessageId::Unmodelled, {"dlopen()"});
  return heddle::runtime::realFunction<void*(const char*, int)>("dlopen")(file, mode);
}
