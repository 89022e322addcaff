// SPDX-License-Identifier: Apache-2.0
// A readers-writer lock that lets waiting writers go first, and the value that it protects.
// WRONG: a reader enters while a writer is active.
#pragma once

#include <condition_variable>
#include <mutex>

class WriterPreference {
public:
  WriterPreference() = default;
  WriterPreference(const WriterPreference&) = delete;
  WriterPreference& operator=(const WriterPreference&) = delete;

  int read() {
    lockShared();
    const int seen = first_ == second_ ? first_ : -1;
    unlockShared();
    return seen;
  }

  void write(int value) {
    lock();
    first_ = value;
    second_ = value;
    unlock();
  }

private:
  void lockShared() {
    std::unique_lock lock(mutex_);
#ifdef WRONG
    changed_.wait(lock, [this] { return waitingWriters_ == 0; });
#else
    changed_.wait(lock, [this] { return !writing_ && waitingWriters_ == 0; });
#endif
    ++readers_;
  }
  void unlockShared() {
    std::lock_guard lock(mutex_);
    if (--readers_ == 0)
      changed_.notify_all();
  }
  void lock() {
    std::unique_lock lock(mutex_);
    ++waitingWriters_;
    changed_.wait(lock, [this] { return !writing_ && readers_ == 0; });
    --waitingWriters_;
    writing_ = true;
  }
  void unlock() {
    std::lock_guard lock(mutex_);
    writing_ = false;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int readers_ = 0;
  int waitingWriters_ = 0;
  bool writing_ = false;
  int first_ = 0;
  int second_ = 0;
};
