// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "calls/behaviour.h"
#include "calls/roots.h"
#include "generate/test_guide.h"
#include "support/rng.h"

namespace heddle::generate {

// Yields random concurrent tests, to compare with: a random prefix and two random suffixes whose calls return when
// they run alone (Pradel and Gross, "Fully Automatic and Precise Detection of Thread Safety Violations").
class RandomGuide final : public TestGuide {
public:
  RandomGuide(calls::CallCatalogue& catalogue,
              calls::SequenceRunner& engine,
              std::vector<calls::Root> roots,
              std::uint64_t seed);

  std::optional<PlannedTest> next(const std::function<bool()>& stop) override;
  std::size_t callTraces() const override { return traces_.size(); }
  const std::vector<calls::CallId>& calls() const override { return calls_; }

private:
  // Appends calls that return; fewer than wanted when too many do not.
  void extend(calls::Path& path, std::uint64_t& state, std::size_t count);

  calls::CallCatalogue& catalogue_;
  calls::SequenceRunner& engine_;
  std::vector<calls::Root> roots_;
  std::uint64_t seed_;
  std::uint64_t round_ = 0;
  Rng random_;
  std::vector<calls::CallId> calls_;
  std::unordered_set<std::uint64_t> traces_;
};

} // namespace heddle::generate
