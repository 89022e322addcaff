// SPDX-License-Identifier: Apache-2.0
// Two threads exchange numbers: each returns with the number of the other.
#pragma once

#include <condition_variable>
#include <mutex>

class Rendezvous {
public:
  Rendezvous() = default;
  Rendezvous(const Rendezvous&) = delete;
  Rendezvous& operator=(const Rendezvous&) = delete;

  int exchange(int mine) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return state_ != State::Answered; });
    if (state_ == State::Empty) {
      offer_ = mine;
      state_ = State::Offered;
      changed_.notify_all();
      changed_.wait(lock, [this] { return state_ == State::Answered; });
      state_ = State::Empty;
      changed_.notify_all();
      return answer_;
    }
    answer_ = mine;
    state_ = State::Answered;
    changed_.notify_all();
    return offer_;
  }

private:
  enum class State { Empty, Offered, Answered };
  std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::Empty;
  int offer_ = 0;
  int answer_ = 0;
};
