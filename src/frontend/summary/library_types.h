// SPDX-License-Identifier: Apache-2.0
// What classes of libraries mean to the analysis; libraries/ has the tables.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <clang/AST/Type.h>

#include <cstdint>
#include <string>

namespace heddle::frontend {

enum class LibraryType : std::uint8_t {
  None,  // not declared in a library
  Other, // a value like any other: containers, strings, std::optional
  Mutex, // has lock() and unlock()
  Guard, // std::lock_guard and similar
  Condition,
  OnceFlag,
  Atomic,
  Pointer,  // stands for what it points to: smart pointers, iterators, views
  Callable, // std::function and similar
  Thread,
};

LibraryType libraryTypeOf(const clang::CXXRecordDecl& record);
// The kind of the class that the type is or refers to.
LibraryType libraryTypeOf(clang::QualType type);

// pthread_mutex_t and similar types, which are not classes.
bool isPosixLock(clang::QualType type);
bool isLockType(clang::QualType type);

bool isInSystemHeader(const clang::Decl& decl);
// The outermost namespace that contains it, null if there is none.
const clang::NamespaceDecl* outermostNamespace(const clang::Decl& decl);

// It points into what it is made of: iterators, std::span, std::reference_wrapper.
bool isView(const clang::CXXRecordDecl& record);
// A pair or tuple of references, as std::tie makes it.
bool holdsReferences(clang::QualType type);
// A call of a library object that acts as a function: std::ranges::sort, std::less.
bool isFunctionObject(const clang::CXXMethodDecl& method);
// "sort", for std::sort and for std::ranges::sort.
std::string algorithmName(const clang::FunctionDecl& function);

// Methods of library classes that do not change the object: const ones, and begin(), find(), ...
bool onlyReads(const clang::CXXMethodDecl& method);
// The class, seen through references and pointers of one level.
const clang::CXXRecordDecl* recordOf(clang::QualType type);

} // namespace heddle::frontend
