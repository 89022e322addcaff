// SPDX-License-Identifier: Apache-2.0
// Whether others can see when an object is destroyed: leases, subscriptions, guards, shared owners. Results with such
// destructors outlive their calls (include/heddle/detail/kept.hpp).
#pragma once

#include <clang/AST/DeclCXX.h>
#include <clang/AST/Type.h>

namespace heddle::frontend {

// A class, one of its bases or one of its members has a destructor that is written out, or is an owner or a guard of the
// standard library.
bool destructorActs(clang::QualType type);

// A result of this type can be destroyed by a call of its own: a class that can be moved, or an owner whose deleter is a
// part of its type. `sharesWithDeleter`: see below.
bool isLease(clang::QualType type, bool sharesWithDeleter);

// A method of the class makes a std::shared_ptr that has its own deleter.
bool sharesWithDeleter(const clang::CXXRecordDecl& record);

} // namespace heddle::frontend
