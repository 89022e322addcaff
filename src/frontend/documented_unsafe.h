// SPDX-License-Identifier: Apache-2.0
// Operations whose authors document that they are unsafe in parallel with other calls: testing them concurrently would
// only report what the manual says.
#pragma once

#include <clang/AST/DeclCXX.h>

#include <string>

namespace heddle::frontend {

// The reason to leave the function out, "" if there is none.
std::string documentedUnsafe(const clang::CXXRecordDecl& record,
                             const clang::FunctionDecl& function);

} // namespace heddle::frontend
