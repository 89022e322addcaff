// SPDX-License-Identifier: Apache-2.0
// A concrete class for an abstract parameter type: overrides pure methods and returns simple values. Its source is
// part of emitted tests.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <clang/Sema/Sema.h>

#include <optional>
#include <set>
#include <string>

#include "frontend/description.h"
#include "frontend/type_text.h"

namespace heddle::frontend {

class StubWriter {
public:
  explicit StubWriter(clang::Sema& sema);

  // None if deriving from the class is not that simple.
  std::optional<StubDescription> write(const clang::CXXRecordDecl& abstract);

private:
  std::string freshName(const clang::CXXRecordDecl& abstract);
  std::optional<std::string> overriding(const clang::CXXMethodDecl& method) const;
  std::optional<std::string> body(clang::QualType result) const;
  bool isDefaultConstructible(clang::QualType type) const;

  clang::Sema& sema_;
  TypeText types_;
  std::set<std::string> names_;
};

} // namespace heddle::frontend
