// SPDX-License-Identifier: Apache-2.0
// A table that is loaded when it is first needed: the fixed twin of country_codes.hpp.
//
// The pointer is atomic and set when the table is complete.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>

class CountryCodes {
public:
  enum class Country { Austria, Brazil, Canada, Denmark };

  CountryCodes() = default;
  CountryCodes(const CountryCodes&) = delete;
  CountryCodes& operator=(const CountryCodes&) = delete;

  // The telephone prefix; 0 when it is not known.
  int prefix(Country country) const {
    const Table& table = loaded();
    auto found = table.find(country);
    return found == table.end() ? 0 : found->second;
  }

  std::size_t known() const { return loaded().size(); }

  bool isKnown(Country country) const { return prefix(country) != 0; }

private:
  using Table = std::map<Country, int>;

  const Table& loaded() const {
    const Table* table = table_.load(std::memory_order_acquire);
    if (table == nullptr) {
      std::lock_guard lock(mutex_);
      table = table_.load(std::memory_order_relaxed);
      if (table == nullptr) {
        fill(storage_);
        table = &storage_;
        table_.store(table, std::memory_order_release);
      }
    }
    return *table;
  }

  static void fill(Table& table) {
    table[Country::Austria] = 43;
    table[Country::Brazil] = 55;
    table[Country::Denmark] = 45;
  }

  mutable std::mutex mutex_;
  mutable Table storage_;
  mutable std::atomic<const Table*> table_{nullptr}; // storage_, when it is filled
};
