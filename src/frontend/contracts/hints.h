// SPDX-License-Identifier: Apache-2.0
// What the user declared with the macros of include/heddle/heddle.hpp.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>

#include <optional>
#include <string>
#include <vector>

#include "frontend/contracts/contract.h"
#include "frontend/description.h"

namespace heddle::frontend {

struct Hints {
  std::vector<UserValues> values;
  std::vector<std::string> invariants; // of the given class or its bases
  std::vector<Contract> contracts;     // of the given class or its bases
  std::optional<Refusal> problem;      // a hint names a class or a method that does not exist
};

// `callable`: names of everything that can be called or was left out, besides the members of the class.
Hints readHints(const clang::ASTContext& context,
                const clang::CXXRecordDecl& subject,
                const std::vector<std::string>& callable);

// "Map<int, int>::at, Map<int, int>::operator<" -> its two names.
std::vector<std::string> splitNames(const std::string& text);

} // namespace heddle::frontend
