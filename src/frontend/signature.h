// SPDX-License-Identifier: Apache-2.0
// One function of the class as an operation: how generated code calls it, and how a person writes the call.
#pragma once

#include <clang/AST/DeclCXX.h>

#include <string>
#include <vector>

#include "frontend/description.h"
#include "frontend/member_template.h"
#include "frontend/type_text.h"

namespace heddle::frontend {

// How the class is called in generated code and in emitted tests.
struct SubjectName {
  std::string exact;
  std::string spelling;
  bool sharesWithDeleter = false; // see destruction.h
};

class SignatureReader {
public:
  SignatureReader(const clang::ASTContext& context, SubjectName subject);

  // The call with the first `count` parameters; the others have defaults.
  OperationDescription constructor(const clang::CXXConstructorDecl& constructor,
                                   unsigned count) const;
  OperationDescription method(const clang::CXXMethodDecl& method, unsigned count) const;
  OperationDescription memberTemplate(const clang::CXXMethodDecl& method,
                                      const std::vector<TemplateParameter>& parameters) const;
  OperationDescription staticMethod(const clang::CXXMethodDecl& method, unsigned count) const;
  // A function that returns an object of the class, static or free.
  OperationDescription factory(const clang::FunctionDecl& function, unsigned count) const;
  // A free function whose first parameter is the object.
  OperationDescription freeFunction(const clang::FunctionDecl& function) const;

  // "push(const std::string &)".
  std::string shown(const clang::FunctionDecl& function, unsigned count) const;
  const TypeText& types() const { return types_; }

private:
  OperationDescription
  start(const clang::FunctionDecl& function, unsigned first, unsigned count) const;
  std::string handleType(clang::QualType returned) const;
  void setOperatorCall(OperationDescription& operation, const clang::CXXMethodDecl& method) const;

  const clang::ASTContext& context_;
  TypeText types_;
  SubjectName subject_;
};

} // namespace heddle::frontend
