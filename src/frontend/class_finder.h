// SPDX-License-Identifier: Apache-2.0
// Finds the class by the name that the user typed.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Sema/Sema.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "frontend/description.h"

namespace heddle::frontend {

// The alias that the parsed unit defines for the class: `using heddle_subject = NAME;`.
inline constexpr std::string_view kAliasName = "heddle_subject";

struct FoundClass {
  clang::CXXRecordDecl* record;
  std::string
      spelling; // a name that is valid at global scope, as short as the user's where possible
};

// Another spelling to parse: the user left out the namespace of a class template.
struct Respelt {
  std::string spelling;
};

using Search = std::variant<FoundClass, Respelt, Refusal>;

// `aliasError`: what the compiler says about the alias, "" when it stands for a type.
Search findClass(clang::ASTContext& context,
                 clang::Sema& sema,
                 const std::string& typed,
                 const std::string& aliasError);

// Why no object of the class can ever be made, if that is so. Does not check constructors.
std::optional<Refusal> refusalOf(const clang::CXXRecordDecl& record, const std::string& name);

} // namespace heddle::frontend
