// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::runtime {

// At exit, when asked for: blocks that nobody can reach any more.
void judgeLeaks();

} // namespace heddle::runtime
