// SPDX-License-Identifier: Apache-2.0
// The parts of a function's name: its scope, its own name, its parameters.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::crash {

struct ScopePart {
  std::string name;      // "Ring"
  std::string arguments; // "<int, 7>", "" if it is not a template or the text leaves them out
};

// For code in a lambda or in a class that is local to a function, all members describe the enclosing function, because
// that is what a caller can call.
struct FunctionName {
  std::vector<ScopePart> scope; // outermost first; anonymous namespaces left out
  std::string name;             // "append", "operator<", "~Ring"
  std::string arguments;        // of a function template, with their brackets
  std::optional<std::string>
      parameters; // "int, std::string const&"; nothing if the text leaves them out
  bool isConst = false;
  bool isLambda = false; // in a lambda
  bool isLocal = false;  // in a lambda or a local class of the function

  std::string scopeText() const;             // "shop::Ring<int, 7>"
  std::string scopeWithoutArguments() const; // "shop::Ring"
  std::string qualifiedName() const;         // "shop::Ring::at"
  bool isConstructor() const;
  bool isDestructor() const;
};

// `canonical` as in canonical_name.h.
FunctionName parseFunctionName(std::string_view canonical);

// The start of the function itself, after its result type.
std::size_t qualifiedNameStart(std::string_view canonical);

// Does not compare what one of them leaves out (template arguments, parameters, `const` with them). Two lambdas of one
// function are the same, because their numbers differ from compiler to compiler.
bool sameFunction(const FunctionName& a, const FunctionName& b);

// Whether `scope` is the class `name` ("Ring", "shop::Ring", "shop::Ring<int>"), which may leave out namespaces and
// arguments.
bool isScopeOf(const std::vector<ScopePart>& scope, std::string_view name);

} // namespace heddle::crash
