// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "runtime/abi/memory_location.h"

namespace heddle::model {

using abi::MemoryLocation;
using abi::Region;

// "heap#3+8", "stack#2-40", "global+0x40", "library"
std::string toText(const MemoryLocation& location);
bool memoryLocationFromText(std::string_view text, MemoryLocation& location);

} // namespace heddle::model
