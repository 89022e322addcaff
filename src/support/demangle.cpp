// SPDX-License-Identifier: Apache-2.0
#include "support/demangle.h"

#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace heddle {

std::string demangled(std::string_view name) {
  std::string terminated(name);
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(terminated.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && text ? std::string(text.get()) : terminated;
}

} // namespace heddle
