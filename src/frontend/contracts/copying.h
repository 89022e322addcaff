// SPDX-License-Identifier: Apache-2.0
// Assignment and swap replace a whole object. Few classes mean them to be called while other threads use the object, and
// only those that synchronise in them can.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <clang/Sema/Sema.h>

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/contracts/contract.h"
#include "frontend/operation_reader.h"

namespace heddle::frontend {

enum class Synchronises : std::uint8_t { No, Yes, BodyNotVisible };

// Whether a function, or one that it calls, takes a lock or uses an atomic. `record`: the class that a function outside of
// classes is for.
Synchronises synchronises(clang::Sema& sema,
                          const clang::CXXRecordDecl& record,
                          const clang::FunctionDecl& function);

// Assignment from another object of the class or from a list, and swap, also `swap(a, b)`.
bool replacesObject(const clang::CXXRecordDecl& record, const clang::FunctionDecl& function);

// Those of the operations that do so without synchronisation, by signature.
std::vector<Contract> contractsOfCopying(clang::Sema& sema,
                                         const clang::CXXRecordDecl& record,
                                         const Operations& operations);

// A copy constructor that takes a lock is meant for objects in use: copying the object becomes an operation.
void addCopy(clang::Sema& sema,
             const clang::CXXRecordDecl& record,
             const std::string& spelling,
             Operations& operations);

} // namespace heddle::frontend
