// SPDX-License-Identifier: Apache-2.0
// Random calls with random arguments, for tests like those of CovCon and DepCon+.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "calls/call_catalogue.h"
#include "support/check.h"
#include "support/rng.h"

namespace heddle::calls {

// Lives for one test: values drawn for one call are reused for others, because calls interact if they use
// the same key (ConTeGe takes arguments from what the test has already made). The type of a parameter is not known,
// but two parameters with the same number of recipes usually have the same type.
class CallDrawer {
public:
  enum class Values : std::uint8_t { Usual, Wide };
  CallDrawer(CallCatalogue& catalogue, Rng& random, Values values = Values::Usual)
      : catalogue_(catalogue), random_(random), values_(values) {}

  // A call of `operation` on the object under test that does not mention the peer; nothing when none was found.
  std::optional<CallId> call(unsigned operation);
  // One of these calls, which take the peer.
  CallId oneOf(const std::vector<CallId>& calls) {
    HEDDLE_CHECK(!calls.empty()) << "there is no call to draw";
    return calls[random_.below(static_cast<std::uint32_t>(calls.size()))];
  }

private:
  const std::uint16_t* countsOf(const abi::Operation& operation) const;
  std::uint16_t choice(std::uint16_t count);

  CallCatalogue& catalogue_;
  Rng& random_;
  Values values_;
  std::unordered_map<std::uint16_t, std::vector<std::uint16_t>>
      used_; // choices, by number of recipes
};

} // namespace heddle::calls
