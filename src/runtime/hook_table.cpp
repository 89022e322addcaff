// SPDX-License-Identifier: Apache-2.0
// Every hook the pass may call, by address: the engine does not link while one of the list is missing.

#define HEDDLE_HOOK(name, ...) extern "C" void heddle_rt_##name();
#include "runtime/abi/hooks.def"

namespace heddle::runtime {

using Hook = void();

extern Hook* const kHookTable[];

Hook* const kHookTable[] = {
#define HEDDLE_HOOK(name, ...) &heddle_rt_##name,
#include "runtime/abi/hooks.def"
};

} // namespace heddle::runtime
