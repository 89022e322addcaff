// SPDX-License-Identifier: Apache-2.0
// Durations and sizes as people write them on a command line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "support/result.h"

namespace heddle {

// "500ms", "10s", "2m", "1h", "1.5s"; a bare number means seconds. Result in nanoseconds.
Result<std::uint64_t> parseDuration(std::string_view text);

// "64K", "512M", "2G", "4096"; powers of 1024, an optional trailing B or iB is accepted.
Result<std::uint64_t> parseSize(std::string_view text);

// 1234567 -> "1,234,567".
std::string withThousands(std::uint64_t number);

} // namespace heddle
