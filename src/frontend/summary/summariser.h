// SPDX-License-Identifier: Apache-2.0
// Method summaries of a class from its syntax tree: what each operation may read and write, which locks it holds
// at that time and which it takes while it holds others (DepCon+, section 5).
#pragma once

#include <clang/Sema/Sema.h>

#include <string_view>
#include <vector>

#include "frontend/description.h"
#include "model/classes/class_summary.h"

namespace heddle::frontend {

// A class whose objects can be called with anything; summarise() needs its definition at the end of the unit.
inline constexpr std::string_view kAnyCallable = "heddle_callable";
inline constexpr std::string_view kAnyCallableText =
    "struct heddle_anything { template <class T> operator T() const; };\n"
    "struct heddle_callable {\n"
    "  template <class... A> heddle_anything operator()(A&&...) const;\n"
    "};\n";

// `functions`: the declaration of each operation, null if it is not in this tree.
model::ClassSummary summarise(clang::Sema& sema,
                              const clang::CXXRecordDecl& record,
                              const std::string& className,
                              const std::vector<OperationDescription>& operations,
                              const std::vector<const clang::FunctionDecl*>& functions);

} // namespace heddle::frontend
