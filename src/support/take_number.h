// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <string_view>
#include <system_error>

namespace heddle {

// Takes a number off the front of `text`. False: there is none, or it does not fit.
template <std::integral T>
bool takeNumber(std::string_view& text, T& number, int base = 10) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc();
}

} // namespace heddle
