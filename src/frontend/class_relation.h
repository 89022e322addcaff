// SPDX-License-Identifier: Apache-2.0
// How functions relate to a class.
#pragma once

#include <clang/AST/DeclCXX.h>

#include <vector>

namespace heddle::frontend {

// Virtual methods that a derived class must define, except for destructors.
std::vector<const clang::CXXMethodDecl*> pureMethods(const clang::CXXRecordDecl& record);

class ClassRelation {
public:
  explicit ClassRelation(const clang::CXXRecordDecl& record);

  // By value, reference, pointer, unique_ptr or shared_ptr.
  bool isReturnedBy(const clang::FunctionDecl& function) const;
  // A move constructor, including one with an allocator.
  bool isMovedInto(const clang::CXXConstructorDecl& constructor) const;
  // The first parameter and another one are references to (or values of) the class.
  bool takesTwo(const clang::FunctionDecl& function) const;
  // The same for the pattern of a function template over the class's template: exactly two parameters.
  bool takesTwoInstances(const clang::FunctionDecl& function) const;
  // What a namespace declares, in all the places where it is opened.
  std::vector<const clang::Decl*> declarationsOf(const clang::DeclContext& scope) const;

private:
  bool isTheClass(clang::QualType type) const;
  bool isAnInstance(clang::QualType type) const;

  const clang::CXXRecordDecl& record_;
};

} // namespace heddle::frontend
