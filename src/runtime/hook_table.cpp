// SPDX-License-Identifier: Apache-2.0
// The addresses of all hooks that the pass may call: if one of the list is missing, the engine does not link.

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
