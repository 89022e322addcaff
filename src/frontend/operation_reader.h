// SPDX-License-Identifier: Apache-2.0
// Everything a client can do with an object of the class: constructors, factories, public methods of the class and its
// public bases, and free functions that take two objects of it. Operations that are left out are listed with the
// reason.
#pragma once

#include <clang/AST/DeclCXX.h>

#include <string>
#include <vector>

#include "frontend/description.h"

namespace heddle::frontend {

struct Operations {
  std::vector<OperationDescription> list;
  std::vector<const clang::FunctionDecl*> functions; // declaration of each, same order
  std::vector<model::ClassModel::LeftOut> leftOut;
  std::vector<std::pair<std::uint16_t, std::uint16_t>>
      exclusions{}; // indices that never run at the same time
};

// `spelling`: how emitted tests name the class.
Operations readOperations(const clang::CXXRecordDecl& record, const std::string& spelling);

} // namespace heddle::frontend
