// SPDX-License-Identifier: Apache-2.0
// A list in an atomic shared pointer; writers copy it and replace it if no other writer did.
// WRONG: add() stores its copy without comparing.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

class AtomicSnapshot {
public:
  AtomicSnapshot() : list_(std::make_shared<const List>()) {}
  AtomicSnapshot(const AtomicSnapshot&) = delete;
  AtomicSnapshot& operator=(const AtomicSnapshot&) = delete;

  void add(int number) {
    auto seen = list_.load();
    for (;;) {
      auto changed = std::make_shared<List>(*seen);
      changed->push_back(number);
#ifdef WRONG
      list_.store(std::move(changed));
      return;
#else
      if (list_.compare_exchange_weak(seen, std::move(changed)))
        return;
#endif
    }
  }

  std::vector<int> all() const { return *list_.load(); }
  std::size_t size() const { return list_.load()->size(); }

private:
  using List = std::vector<int>;
  std::atomic<std::shared_ptr<const List>> list_;
};
