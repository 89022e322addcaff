// SPDX-License-Identifier: Apache-2.0
#include "model/memory_location.h"

#include <array>
#include <cstdio>

#include "model/forms/enum_names.h"
#include "support/take_number.h"

namespace heddle::model {

template <>
struct EnumNames<Region> {
  static constexpr std::array<std::string_view, 7> kNames = {
      "null", "heap", "stack", "thread-local", "global", "thread", "library"};
};

namespace {

std::string hexadecimal(std::int64_t number) {
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "+0x%lx", static_cast<unsigned long>(number));
  return text.data();
}

// "#3+8", "#2-40", "+0x40" or nothing.
bool readRest(std::string_view text, MemoryLocation& location) {
  if (text.starts_with("+0x")) {
    text.remove_prefix(3);
    return takeNumber(text, location.offset, 16) && text.empty();
  }
  if (text.starts_with('#')) {
    text.remove_prefix(1);
    if (!takeNumber(text, location.number))
      return false;
  }
  if (text.empty())
    return true;
  const bool isBelow = text.front() == '-';
  if (!isBelow && text.front() != '+')
    return false;
  text.remove_prefix(1);
  if (!takeNumber(text, location.offset))
    return false;
  // Offsets into a stack count down from its top.
  if (isBelow && location.region == Region::Heap)
    location.offset = -location.offset;
  return text.empty();
}

} // namespace

std::string toText(const MemoryLocation& location) {
  std::string text(nameOf(location.region));
  switch (location.region) {
  case Region::Heap:
    if (location.number == 0)
      return text;
    text += "#" + std::to_string(location.number);
    if (location.offset == 0)
      return text;
    return text + (location.offset > 0 ? "+" : "") + std::to_string(location.offset);
  case Region::Stack:
  case Region::ThreadLocal:
    return text + "#" + std::to_string(location.number) + "-" + std::to_string(location.offset);
  case Region::Global:
    return text + hexadecimal(location.offset);
  default:
    return text;
  }
}

bool memoryLocationFromText(std::string_view text, MemoryLocation& location) {
  const std::string_view name = text.substr(0, text.find_first_of("#+"));
  location = {};
  return readName(name, location.region) && readRest(text.substr(name.size()), location);
}

} // namespace heddle::model
