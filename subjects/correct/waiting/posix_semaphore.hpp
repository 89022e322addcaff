// SPDX-License-Identifier: Apache-2.0
// A section that two threads may be in at the same time, guarded by a POSIX semaphore; the count inside is atomic.
// WRONG: the count is not atomic.
#pragma once

#include <atomic>
#include <semaphore.h>

class PosixSemaphore {
public:
  PosixSemaphore() { sem_init(&semaphore_, 0, 2); }
  PosixSemaphore(const PosixSemaphore&) = delete;
  PosixSemaphore& operator=(const PosixSemaphore&) = delete;
  ~PosixSemaphore() { sem_destroy(&semaphore_); }

  int visit() {
    sem_wait(&semaphore_);
    const int number = ++visits_;
    sem_post(&semaphore_);
    return number;
  }

  int visits() const { return visits_; }

private:
  sem_t semaphore_;
#ifdef WRONG
  int visits_ = 0;
#else
  std::atomic<int> visits_{0};
#endif
};
