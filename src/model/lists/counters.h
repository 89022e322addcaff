// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

namespace heddle::model {

// The counters of counters.def. `Number` is std::uint64_t, or an atomic in memory that two processes share.
template <typename Number>
struct Counters {
#define HEDDLE_COUNTER(field, name, meaning) Number field{};
#include "model/lists/counters.def"
#undef HEDDLE_COUNTER
};

// Those in the status, which the CLI reads while the harness counts.
using LiveCounters = Counters<std::atomic<std::uint64_t>>;

// Only the harness writes a live counter.
inline void increment(std::atomic<std::uint64_t>& counter, std::uint64_t by = 1) {
  counter.store(counter.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
}

// Calls visit(name, counter) for each.
template <typename Number, typename Visit>
void forEachCounter(const Counters<Number>& counters, Visit visit) {
#define HEDDLE_COUNTER(field, name, meaning) visit(std::string_view(name), counters.field);
#include "model/lists/counters.def"
#undef HEDDLE_COUNTER
}

template <typename Number>
void addTo(Counters<std::uint64_t>& sum, const Counters<Number>& more) {
#define HEDDLE_COUNTER(field, name, meaning) sum.field += more.field;
#include "model/lists/counters.def"
#undef HEDDLE_COUNTER
}

} // namespace heddle::model
