// SPDX-License-Identifier: Apache-2.0
// A lock for readers and writers, built on a monitor, and the four threads that use it. The number of readers belongs to the monitor;
// each macro enables one access to it outside the monitor:
//   ENTERS_UNLOCKED  the count may be too low, so that a writer enters while a reader reads
//   LEAVES_UNLOCKED  the count may stay too high, so that writers wait forever
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

class ReadersWritersLock {
public:
  void lockShared() {
    std::unique_lock lock(mutex_);
    while (writing_)
      changed_.wait(lock);
#ifdef ENTERS_UNLOCKED
    lock.unlock();
#endif
    ++readers_;
  }
  void unlockShared() {
#ifdef LEAVES_UNLOCKED
    --readers_;
    const std::lock_guard lock(mutex_);
#else
    const std::lock_guard lock(mutex_);
    --readers_;
#endif
    changed_.notify_all();
  }
  void lock() {
    std::unique_lock lock(mutex_);
    while (writing_ || readers_ > 0)
      changed_.wait(lock); // BUG
    writing_ = true;
  }
  void unlock() {
    const std::lock_guard lock(mutex_);
    writing_ = false;
    changed_.notify_all();
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int readers_ = 0;
  bool writing_ = false;
};

// Runs two readers and two writers, each once.
template <typename Read, typename Write>
void runReadersAndWriters(ReadersWritersLock& lock, Read read, Write write) {
  const auto reading = [&] {
    lock.lockShared();
    read();
    lock.unlockShared();
  };
  const auto writing = [&] {
    lock.lock();
    write();
    lock.unlock();
  };
  std::thread threads[] = {
      std::thread(reading), std::thread(reading), std::thread(writing), std::thread(writing)};
  for (std::thread& thread : threads)
    thread.join();
}
