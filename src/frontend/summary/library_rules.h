// SPDX-License-Identifier: Apache-2.0
// What library containers are made of, and which functions start threads.
#pragma once

#include <clang/AST/DeclCXX.h>

#include <vector>

namespace heddle::frontend {

bool startsThread(const clang::FunctionDecl& function);

// What a container holds, by its value_type.
clang::QualType elementType(clang::QualType container);
// What a container, an optional or a variant can pass to a callable.
std::vector<clang::QualType> partTypes(clang::QualType container);
} // namespace heddle::frontend
