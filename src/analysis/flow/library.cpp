// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/library.h"

#include <algorithm>
#include <array>

namespace heddle::analysis::flow {
namespace {

constexpr std::array kHarmless = std::to_array<std::string_view>({
#define HEDDLE_HARMLESS(symbol) #symbol,
#define HEDDLE_HARMLESS_PREFIX(symbol)
#include "analysis/flow/harmless_functions.def"
});

constexpr std::array kHarmlessPrefixes = std::to_array<std::string_view>({
#define HEDDLE_HARMLESS(symbol)
#define HEDDLE_HARMLESS_PREFIX(symbol) #symbol,
#include "analysis/flow/harmless_functions.def"
});

} // namespace

bool isHarmless(std::string_view function) {
  return std::ranges::find(kHarmless, function) != kHarmless.end() ||
         std::ranges::any_of(kHarmlessPrefixes,
                             [&](std::string_view prefix) { return function.starts_with(prefix); });
}

bool isNeverCalled(std::string_view function) {
  return function == "__cxa_pure_virtual" || function == "__cxa_deleted_virtual";
}

bool registersExitHandler(std::string_view function) {
  return function == "__cxa_atexit" || function == "atexit" || function == "at_quick_exit";
}

bool runsExitHandlers(std::string_view function) {
  return function == "exit" || function == "quick_exit";
}

bool registersThreadExitHandler(std::string_view function) {
  return function == "__cxa_thread_atexit" || function == "pthread_key_create" ||
         function == "tss_create";
}

} // namespace heddle::analysis::flow
