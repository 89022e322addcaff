// SPDX-License-Identifier: Apache-2.0
// Member templates that can be called without explicit arguments: `template <class F> void each(F f)` with a
// callable, `template <class U> bool tryPop(U& out)` of a container with its element type, `template <class R, class P>
// bool tryLockFor(const std::chrono::duration<R, P>&)` with milliseconds.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

#include <optional>
#include <string>
#include <vector>

#include "frontend/type_text.h"

namespace heddle::frontend {

struct TemplateParameter {
  std::string type;
  const clang::ParmVarDecl* declared;
};

// The parameters of a call that lets the compiler deduce everything, with empty packs if possible; none
// if nothing natural fits.
std::optional<std::vector<TemplateParameter>>
naturalParameters(const clang::FunctionTemplateDecl& function,
                  const clang::CXXRecordDecl& subject,
                  const TypeText& types);

} // namespace heddle::frontend
