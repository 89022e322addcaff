// SPDX-License-Identifier: Apache-2.0
// The names of an enumeration's values in files and JSON, in the order of the values.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "support/check.h"

namespace heddle::model {

// Specialise with `static constexpr std::array kNames` of std::string_view.
template <typename E>
struct EnumNames;

template <typename E>
concept NamedEnum = requires { EnumNames<E>::kNames; };

template <NamedEnum E>
constexpr std::string_view nameOf(E value) {
  HEDDLE_CHECK(static_cast<std::size_t>(value) < EnumNames<E>::kNames.size())
      << "value " << static_cast<std::size_t>(value) << " has no name";
  return EnumNames<E>::kNames[static_cast<std::size_t>(value)];
}

template <NamedEnum E>
bool readName(std::string_view name, E& value) {
  const auto found = std::ranges::find(EnumNames<E>::kNames, name);
  if (found == EnumNames<E>::kNames.end())
    return false;
  value = static_cast<E>(found - EnumNames<E>::kNames.begin());
  return true;
}

} // namespace heddle::model
