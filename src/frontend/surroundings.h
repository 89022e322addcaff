// SPDX-License-Identifier: Apache-2.0
// The types that occur in the parameters and results of the operations: which values their pools need to
// know (enumerators, constructors, fields), and stubs for the abstract ones.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <clang/Sema/Sema.h>

#include <vector>

#include "frontend/description.h"

namespace heddle::frontend {

struct Surroundings {
  std::vector<EnumDescription> enums;
  std::vector<ValueClassDescription> classes;
  std::vector<StubDescription> stubs;
};

Surroundings readSurroundings(clang::Sema& sema,
                              const clang::CXXRecordDecl& subject,
                              const std::vector<const clang::FunctionDecl*>& functions);

} // namespace heddle::frontend
