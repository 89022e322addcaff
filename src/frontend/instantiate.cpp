// SPDX-License-Identifier: Apache-2.0
#include "frontend/instantiate.h"

namespace heddle::frontend {

const clang::FunctionDecl* definitionOf(clang::Sema& sema, const clang::FunctionDecl& function) {
  const clang::FunctionDecl* definition = nullptr;
  const auto usable = [&] {
    return function.hasBody(definition) && !definition->isInvalidDecl() &&
           !definition->isDependentContext();
  };
  if (usable())
    return definition;
  if (function.isDependentContext() || function.isDeleted() ||
      function.getTemplateInstantiationPattern() == nullptr)
    return nullptr;
  const Quiet quiet(sema);
  auto& changeable = const_cast<clang::FunctionDecl&>(function);
  sema.InstantiateFunctionDefinition(function.getLocation(), &changeable);
  return usable() ? definition : nullptr;
}

} // namespace heddle::frontend
