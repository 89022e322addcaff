// SPDX-License-Identifier: Apache-2.0
// A map with one lock for each of four stripes. size(), keys() and clear() visit the stripes one after the other: they are exact
// only while no other thread changes the map, which is what such maps promise.
// WRONG: putIfAbsent() looks and inserts in two critical sections.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

class StripedMap {
public:
  StripedMap() = default;
  StripedMap(const StripedMap&) = delete;
  StripedMap& operator=(const StripedMap&) = delete;

  std::optional<int> find(int key) const {
    const Stripe& stripe = stripeOf(key);
    std::lock_guard lock(stripe.mutex);
    const auto found = stripe.entries.find(key);
    return found == stripe.entries.end() ? std::nullopt : std::optional(found->second);
  }

  void put(int key, int value) {
    Stripe& stripe = stripeOf(key);
    std::lock_guard lock(stripe.mutex);
    stripe.entries[key] = value;
  }

  bool putIfAbsent(int key, int value) {
#ifdef WRONG
    if (find(key))
      return false;
    put(key, value);
    return true;
#else
    Stripe& stripe = stripeOf(key);
    std::lock_guard lock(stripe.mutex);
    return stripe.entries.emplace(key, value).second;
#endif
  }

  std::size_t size() const {
    std::size_t total = 0;
    for (const Stripe& stripe : stripes_) {
      std::lock_guard lock(stripe.mutex);
      total += stripe.entries.size();
    }
    return total;
  }

  bool empty() const { return size() == 0; }

  std::vector<int> keys() const {
    std::vector<int> result;
    for (const Stripe& stripe : stripes_) {
      std::lock_guard lock(stripe.mutex);
      for (const auto& [key, value] : stripe.entries)
        result.push_back(key);
    }
    return result;
  }

  void clear() {
    for (Stripe& stripe : stripes_) {
      std::lock_guard lock(stripe.mutex);
      stripe.entries.clear();
    }
  }

private:
  struct Stripe {
    mutable std::mutex mutex;
    std::map<int, int> entries;
  };
  Stripe& stripeOf(int key) { return stripes_[static_cast<unsigned>(key) % stripes_.size()]; }
  const Stripe& stripeOf(int key) const {
    return stripes_[static_cast<unsigned>(key) % stripes_.size()];
  }

  std::array<Stripe, 4> stripes_;
};
