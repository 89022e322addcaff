// SPDX-License-Identifier: Apache-2.0
// A price with listeners: the fixed twin of price_feed.hpp.
//
// One recursive lock for the price and the listeners: there is no order to get wrong.
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
    std::lock_guard lock(mutex_);
    if (price == price_)
      return;
    price_ = price;
    ++changes_;
    announce();
  }

  // Calls all listeners, also when nothing has changed.
  void announce() {
    std::lock_guard lock(mutex_);
    const std::vector<Listener> called = listeners_; // a listener may subscribe another
    for (const Listener& listener : called)
      listener();
  }

private:
  mutable std::recursive_mutex mutex_;
  int price_ = 0;
  unsigned changes_ = 0;
  std::vector<Listener> listeners_;
};
