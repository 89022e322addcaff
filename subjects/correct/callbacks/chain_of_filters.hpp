// SPDX-License-Identifier: Apache-2.0
// Filters behind an immutable list: adding one replaces the list, and a call uses the list that it found.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

class ChainOfFilters {
public:
  using Filter = std::function<bool(int)>;

  ChainOfFilters() : filters_(std::make_shared<const std::vector<Filter>>()) {}
  ChainOfFilters(const ChainOfFilters&) = delete;
  ChainOfFilters& operator=(const ChainOfFilters&) = delete;

  void add(Filter filter) {
    std::lock_guard lock(mutex_);
    auto changed = std::make_shared<std::vector<Filter>>(*filters_);
    changed->push_back(std::move(filter));
    filters_ = std::move(changed);
  }

  bool accepts(int number) const {
    std::shared_ptr<const std::vector<Filter>> filters;
    {
      std::lock_guard lock(mutex_);
      filters = filters_;
    }
    for (const Filter& filter : *filters)
      if (filter && !filter(number))
        return false;
    return true;
  }

private:
  mutable std::mutex mutex_;
  std::shared_ptr<const std::vector<Filter>> filters_;
};
