// SPDX-License-Identifier: Apache-2.0
// Finds the function that a line of a source file belongs to. Some printers (backward-cpp with libdw) show functions by
// their bare name: `append` instead of `shop::Ring::append`. The class is then only in the source.
//
// This is not a parser: it recognises namespaces, classes and function bodies by their brackets and the tokens before
// them. What it does not recognise, in code full of macros for example, has no name here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/crash_stack.h"

namespace heddle::crash {

class SourceScopes {
public:
  explicit SourceScopes(std::string_view text);

  // In the form of canonical_name.h: "shop::Ring::append" for `append` on a line of its body, the lambda around the line
  // for `operator()`; "" if there is no such function. Some printers call a lambda by the name of the function that
  // contains it. That is accepted if other code, a library, calls it.
  std::string
  qualified(std::string_view function, std::uint32_t line, bool isCalledByLibrary = false) const;

private:
  struct Function {
    std::string scope; // "shop::Ring"; "" for none
    std::string name;
    std::uint32_t first = 0, last = 0; // lines
  };
  struct Lines {
    std::uint32_t first = 0, last = 0;
  };
  friend class SourceReader;

  std::vector<Function> functions_; // in the order in which they begin
  std::vector<Lines> lambdas_;
};

// A file that a report may refer to.
struct SourceText {
  std::string file;
  std::string text;
};

// Adds the scopes found in `sources` to user functions without one. Sources are distinguished by file name, without
// folders.
void qualifyFunctions(model::CrashReport& report, const std::vector<SourceText>& sources);

} // namespace heddle::crash
