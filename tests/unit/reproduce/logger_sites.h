// SPDX-License-Identifier: Apache-2.0
// Sites of a class that crash stacks are about.
#pragma once

#include <cstdint>

#include "runtime/runtime.h"

namespace heddle::reproduce {

inline constexpr const char* kInfo = "_ZN3app6Logger4infoEi";     // app::Logger::info(int)
inline constexpr const char* kLog = "_ZN3app6Logger3logEi";       // app::Logger::log(int)
inline constexpr const char* kLogText = "_ZN3app6Logger3logEPKc"; // app::Logger::log(char const*)
inline constexpr const char* kHelper = "_ZN3app6Logger6helperEv"; // app::Logger::helper()

inline abi::SiteRecord siteOf(const char* function, std::uint32_t line) {
  abi::SiteRecord site{};
  site.file = "/home/app/logger.hpp";
  site.function = function;
  site.variable = "";
  site.line = line;
  return site;
}

} // namespace heddle::reproduce
