// SPDX-License-Identifier: Apache-2.0
// Notices are written in batches: write() stores one silently, publish() wakes the readers. A reader that found nothing
// sleeps until the next publish().
// WRONG: publish() announces the batch without the mutex, between a reader's look and its sleep.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

class Bulletin {
public:
  Bulletin() = default;
  Bulletin(const Bulletin&) = delete;
  Bulletin& operator=(const Bulletin&) = delete;

  void write(std::string notice) {
    std::lock_guard lock(mutex_);
    draft_.push_back(std::move(notice));
  }

  void publish() {
    {
      std::lock_guard lock(mutex_);
      for (std::string& notice : draft_)
        notices_.push_back(std::move(notice));
      draft_.clear();
#ifndef WRONG
      ++editions_;
#endif
    }
#ifdef WRONG
    ++editions_;
#endif
    published_.notify_all();
  }

  // The notices of the first edition and all later ones.
  std::vector<std::string> read() {
    std::unique_lock lock(mutex_);
    published_.wait(lock, [this] { return editions_ > 0; });
    return notices_;
  }

private:
  std::mutex mutex_;
  std::condition_variable published_;
  std::vector<std::string> draft_;
  std::vector<std::string> notices_;
  std::atomic<int> editions_{0};
};
