// SPDX-License-Identifier: Apache-2.0
// Checks whether a generated harness compiles. A method of a class template may have a body that does not compile for
// the chosen arguments, which is only noticed when it is called.
#pragma once

#include <string>

#include "frontend/description.h"
#include "frontend/subject_reader.h"
#include "support/result.h"

namespace heddle::frontend {

// Marks operations that do not compile as unsupported, with what the compiler says, until the rest does.
Result<void> dropWhatDoesNotCompile(const SubjectRequest& request, SubjectDescription& subject);

} // namespace heddle::frontend
