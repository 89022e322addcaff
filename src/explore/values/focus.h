// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "explore/strategies/registry.h"
#include "model/focus_line.h"
#include "model/message.h"

namespace heddle::explore::values {

// The accesses that the user chose with --focus; `lines` outlive the answer.
class Focus {
public:
  explicit Focus(const std::vector<model::FocusLine>& lines);
  Focus(const Focus&) = delete;
  Focus& operator=(const Focus&) = delete;

  // Null if there are no lines.
  const SiteFilter* filter() const { return lines_.empty() ? nullptr : &filter_; }

private:
  const std::vector<model::FocusLine>& lines_;
  SiteFilter filter_;
};

// The first of the lines that has no access of the subject, with the nearest one that has.
std::optional<model::Message> lineWithoutAccess(const std::vector<model::FocusLine>& lines);

} // namespace heddle::explore::values
