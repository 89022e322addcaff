// SPDX-License-Identifier: Apache-2.0
// Operations whose authors document that they are unsafe in parallel with other calls: testing them concurrently would
// only report what the manual says.
#pragma once

#include <clang/AST/DeclCXX.h>

#include "model/message.h"

namespace heddle::frontend {

// The reason to leave the function out; none when it can be called.
model::Message documentedUnsafe(const clang::CXXRecordDecl& record,
                                const clang::FunctionDecl& function);

} // namespace heddle::frontend
