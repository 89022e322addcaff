// SPDX-License-Identifier: Apache-2.0
// Bodies of functions, also of those of class templates that nothing in the unit has called yet.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/Sema/Sema.h>

namespace heddle::frontend {

// What cannot be instantiated is the user's business only when it is called.
class Quiet {
public:
  explicit Quiet(clang::Sema& sema)
      : diagnostics_(sema.getDiagnostics()), before_(diagnostics_.getSuppressAllDiagnostics()) {
    diagnostics_.setSuppressAllDiagnostics(true);
  }
  ~Quiet() { diagnostics_.setSuppressAllDiagnostics(before_); }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

private:
  clang::DiagnosticsEngine& diagnostics_;
  bool before_;
};

// Null if the body is not visible or cannot be instantiated.
const clang::FunctionDecl* definitionOf(clang::Sema& sema, const clang::FunctionDecl& function);

} // namespace heddle::frontend
