// SPDX-License-Identifier: Apache-2.0
// Operations that their own authors call unsafe beside other calls: testing them concurrently would only report what is
// written in the manual.
#pragma once

#include <clang/AST/DeclCXX.h>

#include <string>

namespace heddle::frontend {

// The reason to leave the function out, "" when there is none.
std::string documentedUnsafe(const clang::CXXRecordDecl& record,
                             const clang::FunctionDecl& function);

} // namespace heddle::frontend
