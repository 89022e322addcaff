// SPDX-License-Identifier: Apache-2.0
// Round-robin choice of a server.
#pragma once

#include <array>
#include <atomic>
#include <string>

class FetchRingIds {
public:
  FetchRingIds() = default;
  FetchRingIds(const FetchRingIds&) = delete;
  FetchRingIds& operator=(const FetchRingIds&) = delete;

  std::string next() {
    return names_[next_.fetch_add(1, std::memory_order_relaxed) % names_.size()];
  }
  std::string peek() const { return names_[next_.load(std::memory_order_relaxed) % names_.size()]; }

private:
  const std::array<std::string, 3> names_{"alpha", "beta", "gamma"};
  std::atomic<unsigned> next_{0};
};
