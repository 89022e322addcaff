// SPDX-License-Identifier: Apache-2.0
// Program counters as values that mean the same in another process.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/trace.h"
#include "runtime/runtime.h"

namespace heddle::explore {

// The modules loaded when it was made.
class ModuleMap {
public:
  ModuleMap();

  model::Frame frame(std::uintptr_t pc) const;
  std::vector<model::Frame> frames(const runtime::StackTrace& stack) const;

private:
  struct Range {
    std::uintptr_t begin, end;
    std::uintptr_t base; // what to subtract for an offset
    std::string name;    // "" for the program itself
  };
  std::vector<Range> ranges_;
};

} // namespace heddle::explore
