// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "calls/behaviour.h"

namespace heddle::calls {

// Whether the class has a method that only notifies, like notify_one of std::atomic: it wakes threads that wait and changes
// nothing, as far as calls have shown. Then other methods need not wake threads that wait for what they change.
bool notifiesSeparately(const CallCatalogue& catalogue, const Behaviour& behaviour);

} // namespace heddle::calls
