// SPDX-License-Identifier: Apache-2.0
// Names read off the user's source text. Debug information has no names for what a library header
// works on; the line that called it does.
#pragma once

#include <string>
#include <string_view>

namespace heddle::explain {

// The object that the expression at `column` (from 1) of a source line works on, found by text alone:
//   `mutex_.lock()`          at `lock`               -> mutex_
//   `lock_guard guard(a.m);` at `guard`              -> a.m
//   `pthread_mutex_lock(&m)` at `pthread_mutex_lock` -> m
//   `hits_++`                at `++`                 -> hits_
// "" when the text does not say.
std::string objectAt(std::string_view line, unsigned column);

} // namespace heddle::explain
