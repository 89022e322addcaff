// SPDX-License-Identifier: Apache-2.0
// Which steps of a long execution a table of limited height shows: those that take part in the
// failure first, then those around switches, then those nearest to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/finding.h"

namespace heddle::report {

struct Row {
  enum class Kind : std::uint8_t { Step, Switch, Gap };
  Kind kind = Kind::Step;
  std::size_t step =
      0; // Step: its index. Switch: of the last step before. Gap: of the first left out
  std::size_t number = 0;   // Step: what to call it, counting from 1
  std::size_t steps = 0;    // Gap: how many are left out
  std::size_t switches = 0; // Gap: how many switches are among them
};

// At most `limit` rows (at least one step is shown), in order. A step with a note counts double: the
// note has a row of its own.
std::vector<Row> selectRows(const model::Finding& finding, std::size_t limit);

} // namespace heddle::report
