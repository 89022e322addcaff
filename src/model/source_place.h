// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace heddle::model {

struct SourcePlace {
  std::string file; // as the user wrote it when possible, else absolute
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string function; // demangled, without arguments when long
  bool operator==(const SourcePlace&) const = default;
};

} // namespace heddle::model
