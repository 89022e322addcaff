// SPDX-License-Identifier: Apache-2.0
// A bounded set with stripes. The bound is enforced by a counter that is incremented before the insertion, so it is exact.
// WRONG: add() checks the bound with size(), which counts the stripes one after the other.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <set>

class StripedSet {
public:
  StripedSet() = default;
  StripedSet(const StripedSet&) = delete;
  StripedSet& operator=(const StripedSet&) = delete;

  // False if the set is full or has the number already.
  bool add(int number) {
#ifdef WRONG
    if (size() >= kMost)
      return false;
    Stripe& stripe = stripeOf(number);
    std::lock_guard lock(stripe.mutex);
    return stripe.numbers.insert(number).second;
#else
    Stripe& stripe = stripeOf(number);
    std::lock_guard lock(stripe.mutex);
    if (stripe.numbers.contains(number))
      return false;
    std::size_t count = count_.load();
    do {
      if (count >= kMost)
        return false;
    } while (!count_.compare_exchange_weak(count, count + 1));
    stripe.numbers.insert(number);
    return true;
#endif
  }

  bool contains(int number) {
    Stripe& stripe = stripeOf(number);
    std::lock_guard lock(stripe.mutex);
    return stripe.numbers.contains(number);
  }

  std::size_t size() {
    std::size_t total = 0;
    for (Stripe& stripe : stripes_) {
      std::lock_guard lock(stripe.mutex);
      total += stripe.numbers.size();
    }
    return total;
  }

private:
  static constexpr std::size_t kMost = 1;
  struct Stripe {
    std::mutex mutex;
    std::set<int> numbers;
  };
  Stripe& stripeOf(int number) { return stripes_[static_cast<unsigned>(number) % stripes_.size()]; }

  std::array<Stripe, 2> stripes_;
  std::atomic<std::size_t> count_{0};
};
