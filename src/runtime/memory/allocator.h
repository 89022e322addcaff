// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace heddle::runtime {

// malloc on behalf of the subject, whatever the address of the caller is.
void* allocateForSubject(std::size_t bytes);

} // namespace heddle::runtime
