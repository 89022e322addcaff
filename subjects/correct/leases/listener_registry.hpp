// SPDX-License-Identifier: Apache-2.0
// Listeners that the registry keeps only weakly: one that is destroyed is forgotten at the next call.
// WRONG: add() does not take the lock.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

struct Listener {
  virtual ~Listener() = default;
  virtual void changed(int value) = 0;
};

class ListenerRegistry {
public:
  ListenerRegistry() = default;
  ListenerRegistry(const ListenerRegistry&) = delete;
  ListenerRegistry& operator=(const ListenerRegistry&) = delete;

  void add(const std::shared_ptr<Listener>& listener) {
    if (!listener)
      return;
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    listeners_.push_back(listener);
  }

  void remove(const std::shared_ptr<Listener>& listener) {
    std::lock_guard lock(mutex_);
    std::erase_if(listeners_, [&](const std::weak_ptr<Listener>& each) {
      return each.expired() || (!each.owner_before(listener) && !listener.owner_before(each));
    });
  }

  void fire(int value) {
    std::vector<std::shared_ptr<Listener>> alive;
    {
      std::lock_guard lock(mutex_);
      std::erase_if(listeners_, [&](const std::weak_ptr<Listener>& each) {
        auto listener = each.lock();
        if (!listener)
          return true;
        alive.push_back(std::move(listener));
        return false;
      });
    }
    for (const auto& listener : alive)
      listener->changed(value);
  }

private:
  std::mutex mutex_;
  std::vector<std::weak_ptr<Listener>> listeners_;
};
