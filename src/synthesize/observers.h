// SPDX-License-Identifier: Apache-2.0
// Calls that look at what a test left behind: its epilogue.
#pragma once

#include <vector>

#include "synthesize/behaviour.h"

namespace heddle::synthesize {

// At most six calls that never blocked or failed alone, whose results can be compared and were seen to differ:
// calls that change nothing first, const ones before others; when there are few, also calls that take things out.
std::vector<CallId> chooseObservers(const std::vector<CallId>& calls,
                                    const CallCatalogue& catalogue,
                                    const Behaviour& behaviour);

} // namespace heddle::synthesize
