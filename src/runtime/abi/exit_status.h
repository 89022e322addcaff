// SPDX-License-Identifier: Apache-2.0
// What a harness process that ends before it has a status page tells the CLI.
#pragma once

namespace heddle::abi {

// A library did something unsupported before main; the last line of the log says what, after this prefix.
inline constexpr int kRefusedBeforeMain = 4;
inline constexpr const char kLastWords[] = "heddle: ";

} // namespace heddle::abi
