// SPDX-License-Identifier: Apache-2.0
// A set of values of an enumeration that has names. In files: the names, separated by commas.
#pragma once

#include <algorithm>
#include <bitset>
#include <initializer_list>
#include <string>
#include <string_view>

#include "model/forms/enum_names.h"

namespace heddle::model {

template <NamedEnum E>
class EnumSet {
public:
  EnumSet() = default;
  EnumSet(std::initializer_list<E> values) {
    for (const E value : values)
      set(value);
  }
  static EnumSet all() {
    EnumSet values;
    values.has_.set();
    return values;
  }

  bool has(E value) const { return has_[static_cast<std::size_t>(value)]; }
  void set(E value, bool isIn = true) { has_[static_cast<std::size_t>(value)] = isIn; }
  EnumSet complement() const {
    EnumSet others;
    others.has_ = ~has_;
    return others;
  }
  bool operator==(const EnumSet&) const = default;

private:
  std::bitset<EnumNames<E>::kNames.size()> has_;
};

template <NamedEnum E>
std::string toText(const EnumSet<E>& values) {
  std::string text;
  for (std::size_t i = 0; i < EnumNames<E>::kNames.size(); ++i)
    if (const E value = static_cast<E>(i); values.has(value))
      text.append(text.empty() ? "" : ",").append(nameOf(value));
  return text;
}

// Adds the values that `text` names.
template <NamedEnum E>
bool addNamed(std::string_view text, EnumSet<E>& values) {
  while (!text.empty()) {
    const std::string_view name = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), name.size() + 1));
    E value{};
    if (!readName(name, value))
      return false;
    values.set(value);
  }
  return true;
}

} // namespace heddle::model
