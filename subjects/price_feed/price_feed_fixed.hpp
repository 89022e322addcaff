// SPDX-License-Identifier: Apache-2.0
// A price with listeners: the fixed twin of price_feed.hpp.
//
// One lock protects the price and the listeners, and no listener is called while it is held. There is no lock order to
// get wrong, not even for two feeds that listen to each other.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

class PriceFeed {
public:
  using Listener = std::function<void()>;

  PriceFeed() = default;
  PriceFeed(const PriceFeed&) = delete;
  PriceFeed& operator=(const PriceFeed&) = delete;

  void subscribe(Listener listener) {
    if (!listener)
      throw std::invalid_argument("PriceFeed: no listener");
    std::lock_guard lock(mutex_);
    listeners_.push_back(std::move(listener));
  }

  std::size_t listeners() const {
    std::lock_guard lock(mutex_);
    return listeners_.size();
  }

  int price() const {
    std::lock_guard lock(mutex_);
    return price_;
  }

  unsigned changes() const {
    std::lock_guard lock(mutex_);
    return changes_;
  }

  void set(int price) {
    std::vector<Listener> called;
    {
      std::lock_guard lock(mutex_);
      if (price == price_)
        return;
      price_ = price;
      ++changes_;
      called = listeners_;
    }
    callAll(called);
  }

  void announce() {
    std::vector<Listener> called;
    {
      std::lock_guard lock(mutex_);
      called = listeners_;
    }
    callAll(called);
  }

private:
  static void callAll(const std::vector<Listener>& listeners) {
    for (const Listener& listener : listeners)
      listener();
  }

  mutable std::mutex mutex_;
  int price_ = 0;
  unsigned changes_ = 0;
  std::vector<Listener> listeners_;
};
