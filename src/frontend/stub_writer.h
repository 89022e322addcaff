// SPDX-License-Identifier: Apache-2.0
// A concrete class for an abstract parameter type: overrides pure methods and returns simple values. A method that makes
// an object, such as clone(), returns a new one, because its caller does not expect null. The source of a stub is part
// of emitted tests.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <clang/Sema/Sema.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/description.h"
#include "frontend/type_text.h"

namespace heddle::frontend {

class StubWriter {
public:
  explicit StubWriter(clang::Sema& sema);

  // Adds the stub to `stubs`, after those that its methods make; nothing if deriving from the class is not that simple,
  // or if it is known.
  void write(const clang::CXXRecordDecl& abstract, std::vector<StubDescription>& stubs);

private:
  std::string freshName(const clang::CXXRecordDecl& abstract);
  std::optional<std::string> overriding(const clang::CXXMethodDecl& method,
                                        std::vector<StubDescription>& stubs);
  std::optional<std::string> body(const clang::CXXMethodDecl& method,
                                  std::vector<StubDescription>& stubs);
  std::optional<std::string> newObject(const clang::CXXMethodDecl& method,
                                       std::vector<StubDescription>& stubs);
  bool isDefaultConstructible(clang::QualType type) const;

  clang::Sema& sema_;
  TypeText types_;
  std::set<std::string> names_;
  // Of the stubs so far and those that are being written; "" if there can be none.
  std::map<const clang::Decl*, std::string> known_;
  const clang::Decl* current_ = nullptr; // whose stub is being written
};

} // namespace heddle::frontend
