// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace heddle::runtime {

// malloc on behalf of the subject, wherever the caller sits.
void* allocateForSubject(std::size_t bytes);

} // namespace heddle::runtime
