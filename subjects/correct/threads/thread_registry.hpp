// SPDX-License-Identifier: Apache-2.0
// Names of the threads that are alive. A thread that ends removes its name.
// WRONG: enter() changes the set without the lock.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>

class ThreadRegistry {
public:
  ThreadRegistry() : state_(std::make_shared<State>()) {}

  // Registers the current thread under a number of its own.
  int enter() {
    thread_local Entry entry;
    if (!entry.state || entry.state != state_) {
      entry.leave();
      entry.state = state_;
#ifndef WRONG
      std::lock_guard lock(state_->mutex);
#endif
      entry.number = ++state_->last;
      state_->numbers.insert(entry.number);
    }
    return entry.number;
  }

  bool knows(int number) const {
    std::lock_guard lock(state_->mutex);
    return number <= state_->last && number > 0;
  }

private:
  struct State {
    std::mutex mutex;
    std::set<int> numbers;
    int last = 0;
  };
  struct Entry {
    std::shared_ptr<State> state;
    int number = 0;
    void leave() {
      if (!state)
        return;
      std::lock_guard lock(state->mutex);
      state->numbers.erase(number);
    }
    ~Entry() { leave(); }
  };

  std::shared_ptr<State> state_;
};
