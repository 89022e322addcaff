// SPDX-License-Identifier: Apache-2.0
// What library functions do with their arguments, by name.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <llvm/ADT/StringRef.h>

#include <vector>

namespace heddle::frontend {

// Returns only a reference to its argument.
bool passesOn(llvm::StringRef name);
// Methods that call what they are given; others keep it.
bool callsArguments(llvm::StringRef name);
// Functions that keep what they are given.
bool keepsArguments(llvm::StringRef name);
bool startsThread(const clang::FunctionDecl& function);

// Algorithms that write through none of their iterators, or only from the third argument on.
enum class Algorithm { ReadsOnly, Copies, Other };
Algorithm algorithmOf(llvm::StringRef name);

// What a container holds, by its value_type.
clang::QualType elementType(clang::QualType container);
// What a container, an optional or a variant can pass to a callable.
std::vector<clang::QualType> partTypes(clang::QualType container);
// Whether it points into its argument: iterators, std::span, std::reference_wrapper.
bool isView(const clang::CXXRecordDecl& record);

} // namespace heddle::frontend
