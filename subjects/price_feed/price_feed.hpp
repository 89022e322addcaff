// SPDX-License-Identifier: Apache-2.0
// A price with listeners. Shape: a callback is called while a lock is held, and re-enters the class.
//
// Fault: there is a lock for the price and one for the listeners. set() takes the first and then, to tell them, the
// second. announce() holds the second while it calls the listeners, which ask for the price: the other order.
// Fails: announce() | set(price) with a listener that calls price(): deadlock. A single thread never blocks, because
// both locks are recursive.
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
    std::lock_guard lock(listenersMutex_);
    listeners_.push_back(std::move(listener));
  }

  std::size_t listeners() const {
    std::lock_guard lock(listenersMutex_);
    return listeners_.size();
  }

  int price() const {
    std::lock_guard lock(priceMutex_);
    return price_;
  }

  unsigned changes() const {
    std::lock_guard lock(priceMutex_);
    return changes_;
  }

  void set(int price) {
    std::lock_guard lock(priceMutex_);
    if (price == price_)
      return;
    price_ = price;
    ++changes_;
    announce();
  }

  // Calls all listeners, also when nothing has changed.
  void announce() {
    std::lock_guard lock(listenersMutex_);
    const std::vector<Listener> called = listeners_; // a listener may subscribe another
    for (const Listener& listener : called)
      listener();
  }

private:
  mutable std::recursive_mutex priceMutex_;
  int price_ = 0;
  unsigned changes_ = 0;

  mutable std::recursive_mutex listenersMutex_;
  std::vector<Listener> listeners_;
};
