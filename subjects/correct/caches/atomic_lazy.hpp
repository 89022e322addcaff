// SPDX-License-Identifier: Apache-2.0
// Several threads may build the table; one wins, the others drop theirs.
// WRONG: the losers return their own table, and it leaks.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

class AtomicLazy {
public:
  AtomicLazy() = default;
  AtomicLazy(const AtomicLazy&) = delete;
  AtomicLazy& operator=(const AtomicLazy&) = delete;
  ~AtomicLazy() { delete table_.load(); }

  int at(unsigned index) { return table()[index % kSize]; }
  void bump(unsigned index) { table()[index % kSize].fetch_add(1); }

private:
  static constexpr unsigned kSize = 4;
  using Table = std::vector<std::atomic<int>>;

  Table& table() {
    Table* seen = table_.load(std::memory_order_acquire);
    if (seen)
      return *seen;
    auto fresh = std::make_unique<Table>(kSize);
#ifdef WRONG
    table_.store(fresh.get());
    return *fresh.release();
#else
    if (table_.compare_exchange_strong(seen, fresh.get(), std::memory_order_acq_rel))
      return *fresh.release();
    return *seen;
#endif
  }

  std::atomic<Table*> table_{nullptr};
};
