// SPDX-License-Identifier: Apache-2.0
// Types as C++ source.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Type.h>

#include <string>

namespace heddle::frontend {

class TypeText {
public:
  explicit TypeText(const clang::ASTContext& context);

  // Canonical and fully qualified: for generated code that no person reads.
  std::string exact(clang::QualType type) const;
  // As declared, for messages.
  std::string shown(clang::QualType type) const;
  // As declared but qualified, for generated code that people read.
  std::string qualified(clang::QualType type) const;
  // "app::Queue<int>".
  std::string name(const clang::CXXRecordDecl& record) const;

private:
  const clang::ASTContext& context_;
  clang::PrintingPolicy exactPolicy_;
  clang::PrintingPolicy shownPolicy_;
};

// The first class or enumeration in the type, its template arguments included, that code outside its class may not
// name; null when there is none.
const clang::TagDecl* inaccessiblePart(clang::QualType type);

} // namespace heddle::frontend
