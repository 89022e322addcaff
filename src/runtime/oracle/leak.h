// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::runtime {

// At exit, if requested: blocks that are no longer reachable.
void judgeLeaks();

} // namespace heddle::runtime
