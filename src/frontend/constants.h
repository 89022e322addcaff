// SPDX-License-Identifier: Apache-2.0
// Constants that the class compares with: `if (size_ == 16)`, `name == "root"`, `case 'q':`. A test that
// passes them reaches the code after the comparison.
#pragma once

#include <clang/AST/DeclCXX.h>

#include <string>
#include <vector>

#include "frontend/description.h"

namespace heddle::frontend {

// From the methods whose bodies are in the parsed unit.
Constants constantsOf(const clang::CXXRecordDecl& record);

// From source files that are not parsed: uses their tokens, literals next to a comparison or after `case`.
void addConstantsOfSource(const std::string& text, Constants& constants);

} // namespace heddle::frontend
