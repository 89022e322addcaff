// SPDX-License-Identifier: Apache-2.0
#include "support/quantities.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace heddle {

namespace {

using Unit = std::pair<std::string_view, double>; // name, factor

constexpr std::array<Unit, 7> kDurationUnits{
    {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"", 1e9}, {"m", 60e9}, {"h", 3600e9}}};

constexpr std::array<Unit, 13> kSizeUnits{{{"", 1},
                                           {"B", 1},
                                           {"K", 0x1p10},
                                           {"KB", 0x1p10},
                                           {"KiB", 0x1p10},
                                           {"k", 0x1p10},
                                           {"M", 0x1p20},
                                           {"MB", 0x1p20},
                                           {"MiB", 0x1p20},
                                           {"G", 0x1p30},
                                           {"GB", 0x1p30},
                                           {"GiB", 0x1p30},
                                           {"T", 0x1p40}}};

template <std::size_t N>
bool parseWithUnit(std::string_view text, const std::array<Unit, N>& units, std::uint64_t& out) {
  double number = 0;
  const char* begin = text.data();
  const char* end = begin + text.size();
  const auto [rest, error] = std::from_chars(begin, end, number);
  if (error != std::errc() || !std::isfinite(number) || number < 0)
    return false;
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  for (const auto& [name, factor] : units) {
    if (unit != name)
      continue;
    const double value = number * factor;
    if (value >= 0x1p63)
      return false;
    out = static_cast<std::uint64_t>(std::llround(value));
    return true;
  }
  return false;
}

} // namespace

Result<std::uint64_t> parseDuration(std::string_view text) {
  std::uint64_t nanoseconds = 0;
  if (parseWithUnit(text, kDurationUnits, nanoseconds))
    return nanoseconds;
  return Error{"'" + std::string(text) + "' is not a duration; write 500ms, 10s, 2m or 1h"};
}

Result<std::uint64_t> parseSize(std::string_view text) {
  std::uint64_t bytes = 0;
  if (parseWithUnit(text, kSizeUnits, bytes))
    return bytes;
  return Error{"'" + std::string(text) + "' is not a size; write 64K, 512M or 2G"};
}

std::string withThousands(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t digits = 3; digits < text.size(); digits += 4)
    text.insert(text.size() - digits, 1, ',');
  return text;
}

} // namespace heddle
