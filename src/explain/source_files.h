// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::explain {

// The user's sources, each read once. A file that cannot be read has no lines: reports then show
// less, nothing fails.
class SourceFiles {
public:
  // Relative names are looked up in `directory`.
  explicit SourceFiles(std::string directory) : directory_(std::move(directory)) {}

  // Line `number` (from 1) without its end, "" when there is none.
  std::string_view line(const std::string& file, unsigned number);

private:
  std::string directory_;
  std::map<std::string, std::vector<std::string>> files_;
};

} // namespace heddle::explain
