// SPDX-License-Identifier: Apache-2.0
// Three independent faults of the same kind, on three variables: next() reads and writes the position under two locks, like()
// loses likes, and swapEnds() can be seen half done.
#pragma once

#include <mutex>
#include <utility>

class PlaylistCounts {
public:
  int next() {
    int position = 0;
    {
      std::lock_guard lock(mutex_);
      position = position_;
    }
    std::lock_guard lock(mutex_); // BUG
    position_ = position + 1;
    return position_;
  }
  int position() const {
    std::lock_guard lock(mutex_);
    return position_;
  }

  void like() {
    const int likes = this->likes();
    std::lock_guard lock(mutex_); // BUG
    likes_ = likes + 1;
  }
  int likes() const {
    std::lock_guard lock(mutex_);
    return likes_;
  }

  void swapEnds() {
    int front = 0;
    {
      std::lock_guard lock(mutex_);
      front = front_;
      front_ = back_;
    }
    std::lock_guard lock(mutex_); // BUG
    back_ = front;
  }
  std::pair<int, int> ends() const {
    std::lock_guard lock(mutex_);
    return {front_, back_};
  }

private:
  mutable std::mutex mutex_;
  int position_ = 0;
  int likes_ = 0;
  int front_ = 1;
  int back_ = 2;
};
