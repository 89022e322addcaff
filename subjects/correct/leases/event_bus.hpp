// SPDX-License-Identifier: Apache-2.0
// An event bus: a Subscription ends when it is destroyed. Handlers are called without the lock, on a copy of the list.
// WRONG: publish() iterates over the list itself, without the lock.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

class EventBus {
  struct State {
    std::mutex mutex;
    int next = 0;
    std::map<int, std::function<void(int)>> handlers;
  };

public:
  class Subscription {
  public:
    Subscription() = default;
    Subscription(Subscription&& other) noexcept = default;
    Subscription& operator=(Subscription&&) = delete;
    ~Subscription() {
      if (const auto state = state_.lock()) {
        std::function<void(int)> dropped; // destroyed after the lock is released
        std::lock_guard lock(state->mutex);
        if (const auto found = state->handlers.find(id_); found != state->handlers.end()) {
          dropped = std::move(found->second);
          state->handlers.erase(found);
        }
      }
    }

  private:
    friend class EventBus;
    Subscription(std::weak_ptr<State> state, int id) : state_(std::move(state)), id_(id) {}
    std::weak_ptr<State> state_;
    int id_ = 0;
  };

  [[nodiscard]] Subscription subscribe(std::function<void(int)> handler) {
    std::lock_guard lock(state_->mutex);
    const int id = state_->next++;
    state_->handlers.emplace(id, std::move(handler));
    return Subscription(state_, id);
  }

  void publish(int event) {
#ifdef WRONG
    for (const auto& [id, handler] : state_->handlers)
      if (handler)
        handler(event);
#else
    std::vector<std::function<void(int)>> called;
    {
      std::lock_guard lock(state_->mutex);
      for (const auto& [id, handler] : state_->handlers)
        called.push_back(handler);
    }
    for (const auto& handler : called)
      if (handler)
        handler(event);
#endif
  }

  int subscribed() const {
    std::lock_guard lock(state_->mutex);
    return state_->next;
  }

private:
  std::shared_ptr<State> state_ = std::make_shared<State>();
};
