// SPDX-License-Identifier: Apache-2.0
// What is known about library functions whose code is not instrumented.
#pragma once

#include <string_view>

namespace heddle::analysis::flow {

// Whether the function neither keeps or writes pointers that the program may use nor calls back into the program.
// Its result may still point anywhere.
bool isHarmless(std::string_view function);

// Whether a call of the function ends the program: the entry of a virtual table for a function without a definition.
bool isNeverCalled(std::string_view function);

// Whether the function registers its first argument to be called, with its second, when the program ends.
bool registersExitHandler(std::string_view function);
// Whether it runs these handlers.
bool runsExitHandlers(std::string_view function);
// Whether it registers a function that runs when a thread ends.
bool registersThreadExitHandler(std::string_view function);

} // namespace heddle::analysis::flow
