// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle {

// "0.1.0", the version of the whole project.
const char* version();

} // namespace heddle
