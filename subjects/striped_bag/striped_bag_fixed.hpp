// SPDX-License-Identifier: Apache-2.0
// A bag of numbers with one lock per stripe. size() adds up the stripes one after the other: by design, its result is that
// of no moment. Shape: a method that acts on such a result.
//
// Without the fault: there is no limit, so that nothing depends on size().
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <set>

class StripedBag {
public:
  void add(unsigned number) {
    Stripe& stripe = stripeOf(number);
    std::lock_guard lock(stripe.mutex);
    stripe.numbers.insert(number);
  }
  void remove(unsigned number) {
    Stripe& stripe = stripeOf(number);
    std::lock_guard lock(stripe.mutex);
    stripe.numbers.erase(number);
  }
  bool contains(unsigned number) const {
    const Stripe& stripe = stripeOf(number);
    std::lock_guard lock(stripe.mutex);
    return stripe.numbers.contains(number);
  }
  std::size_t size() const {
    std::size_t sum = 0;
    for (const Stripe& stripe : stripes_) {
      std::lock_guard lock(stripe.mutex);
      sum += stripe.numbers.size();
    }
    return sum;
  }
  void clear() {
    for (Stripe& stripe : stripes_) {
      std::lock_guard lock(stripe.mutex);
      stripe.numbers.clear();
    }
  }

private:
  struct Stripe {
    mutable std::mutex mutex;
    std::multiset<unsigned> numbers;
  };

  Stripe& stripeOf(unsigned number) { return stripes_[number % stripes_.size()]; }
  const Stripe& stripeOf(unsigned number) const { return stripes_[number % stripes_.size()]; }

  std::array<Stripe, 2> stripes_;
};
