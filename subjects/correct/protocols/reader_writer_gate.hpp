// SPDX-License-Identifier: Apache-2.0
// A readers-writer lock for its callers: lock_shared() and unlock_shared(), lock() and unlock(), always in pairs on one thread.
// WRONG: unlock() does not wake the readers.
#pragma once

#include <condition_variable>
#include <mutex>

class ReaderWriterGate {
public:
  ReaderWriterGate() = default;
  ReaderWriterGate(const ReaderWriterGate&) = delete;
  ReaderWriterGate& operator=(const ReaderWriterGate&) = delete;

  void lock() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !writer_ && readers_ == 0; });
    writer_ = true;
  }
  void unlock() {
    std::lock_guard lock(mutex_);
    writer_ = false;
#ifndef WRONG
    changed_.notify_all();
#endif
  }
  void lock_shared() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !writer_; });
    ++readers_;
  }
  void unlock_shared() {
    std::lock_guard lock(mutex_);
    if (--readers_ == 0)
      changed_.notify_all();
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int readers_ = 0;
  bool writer_ = false;
};
