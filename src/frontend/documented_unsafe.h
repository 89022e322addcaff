// SPDX-License-Identifier: Apache-2.0
// Operations whose names or annotations say that they are unsafe in parallel with other calls. What comments and manuals say is in
// comments.h and roles.h.
#pragma once

#include <clang/AST/Decl.h>

#include "model/message.h"

namespace heddle::frontend {

// The reason to leave the function out; none when it can be called.
model::Message documentedUnsafe(const clang::FunctionDecl& function);

// Whether its annotation says that it takes or releases a lock for its caller.
bool isAnnotatedHalf(const clang::FunctionDecl& function);

} // namespace heddle::frontend
