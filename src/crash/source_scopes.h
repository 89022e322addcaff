// SPDX-License-Identifier: Apache-2.0
// Which function a line of a source file belongs to. Some printers (backward-cpp with libdw) show functions by their bare
// name: `append` instead of `shop::Ring::append`. The class is then in the source alone.
//
// No parser: namespaces, classes and function bodies are recognised by their brackets and what stands before them.
// Whatever is not recognised, in code full of macros for example, has no name here.
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
  // for `operator()`; "" when no such function is there. Some call a lambda by the function it is written in: that is
  // believed when somebody else, a library, calls it.
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

// A file that a report may be about.
struct SourceText {
  std::string file;
  std::string text;
};

// Gives user's functions without a scope the one they have in `sources`, which are told apart by the names of the files
// without their folders.
void qualifyFunctions(model::CrashReport& report, const std::vector<SourceText>& sources);

} // namespace heddle::crash
