// SPDX-License-Identifier: Apache-2.0
// subscribe() returns a function that ends the subscription. It may be called once or several times, or never.
// WRONG: count() reads without the lock.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

class Disposer {
public:
  [[nodiscard]] std::function<void()> subscribe(std::function<void(int)> handler) {
    std::lock_guard lock(state_->mutex);
    const int id = ++state_->last;
    state_->handlers.emplace(id, std::move(handler));
    return [weak = std::weak_ptr<State>(state_), id] {
      if (const auto state = weak.lock()) {
        std::lock_guard lock(state->mutex);
        state->handlers.erase(id);
      }
    };
  }

  void publish(int event) const {
    std::vector<std::function<void(int)>> called;
    {
      std::lock_guard lock(state_->mutex);
      for (const auto& [id, handler] : state_->handlers)
        if (handler)
          called.push_back(handler);
    }
    for (const auto& handler : called)
      handler(event);
  }

  std::size_t count() const {
#ifndef WRONG
    std::lock_guard lock(state_->mutex);
#endif
    return state_->handlers.size();
  }

private:
  struct State {
    std::mutex mutex;
    int last = 0;
    std::map<int, std::function<void(int)>> handlers;
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();
};
