// SPDX-License-Identifier: Apache-2.0
// A table that is loaded when it is first needed. Shape: double-checked locking.
//
// Fault: the first test of the pointer is outside the lock, and the pointer is set before the table is filled.
// Fails: prefix(country) | prefix(country): a prefix that is in the table is not found.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
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
    if (table_ == nullptr) {
      std::lock_guard lock(mutex_);
      if (table_ == nullptr) {
        table_ = std::make_unique<Table>();
        fill(*table_);
      }
    }
    return *table_;
  }

  static void fill(Table& table) {
    table[Country::Austria] = 43;
    table[Country::Brazil] = 55;
    table[Country::Denmark] = 45;
  }

  mutable std::mutex mutex_;
  mutable std::unique_ptr<Table> table_;
};
