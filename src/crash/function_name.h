// SPDX-License-Identifier: Apache-2.0
// The parts of a function's name: where it belongs, what it is called, what it takes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::crash {

struct ScopePart {
  std::string name;      // "Ring"
  std::string arguments; // "<int, 7>", "" when it is no template or the text leaves them out
};

// Of code in a lambda or in a class that is local to a function, everything says where the function around it
// belongs: that is what a caller can call.
struct FunctionName {
  std::vector<ScopePart> scope; // outermost first; anonymous namespaces left out
  std::string name;             // "append", "operator<", "~Ring"
  std::string arguments;        // of a function template, with their brackets
  std::optional<std::string>
      parameters; // "int, std::string const&"; nothing when the text leaves them out
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

// Where the function itself begins, behind its result type.
std::size_t qualifiedNameStart(std::string_view canonical);

// What either leaves out (template arguments, parameters, `const` with them) is not compared; two lambdas of one function
// are the same, their numbers differ from compiler to compiler.
bool sameFunction(const FunctionName& a, const FunctionName& b);

// Whether `scope` is the class `name` ("Ring", "shop::Ring", "shop::Ring<int>"), which may leave out namespaces and
// arguments.
bool isScopeOf(const std::vector<ScopePart>& scope, std::string_view name);

} // namespace heddle::crash
