// SPDX-License-Identifier: Apache-2.0
// Reads everything that a harness needs, given a header and the name of a class.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "frontend/contracts/roles.h"
#include "frontend/description.h"

namespace heddle::frontend {

struct SubjectRequest {
  std::string header; // "queue.hpp" or "<vector>"
  std::string values; // a header of hints, "" when none
  std::string className;
  std::vector<std::string> sources; // bodies that are not in the header, as the user says
  std::vector<std::string>
      bodies; // sources that may hold what the header only declares, for summaries
  std::vector<std::string> flags;
  std::string directory;        // absolute; where relative paths start
  bool summaries = true;        // of the methods are wanted
  std::vector<Role> roles = {}; // what the manuals of libraries say
};

// The compiler has said why on standard error.
struct DoesNotCompile {};

using SubjectReading = std::variant<SubjectDescription, Refusal, DoesNotCompile>;

SubjectReading readSubject(const SubjectRequest& request);

// The #include lines that make the class visible.
std::string includesOf(const SubjectRequest& request);

} // namespace heddle::frontend
