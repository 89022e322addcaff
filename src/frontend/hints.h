// SPDX-License-Identifier: Apache-2.0
// What the user declared with the macros of include/heddle/heddle.hpp.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>

#include <string>
#include <vector>

#include "frontend/description.h"

namespace heddle::frontend {

struct Hints {
  std::vector<UserValues> values;
  std::vector<std::string> invariants; // of the given class or its bases
  std::vector<std::string> ignored;    // "Queue::push", as written
};

Hints readHints(const clang::ASTContext& context, const clang::CXXRecordDecl& subject);

// Whether `ignored` names a member called `name` of the class.
bool isIgnored(const std::string& ignored,
               const clang::CXXRecordDecl& subject,
               const std::string& name);

} // namespace heddle::frontend
