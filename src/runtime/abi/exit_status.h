// SPDX-License-Identifier: Apache-2.0
// What a harness process reports to the CLI if it ends before it has a status page.
#pragma once

namespace heddle::abi {

// A library did something unsupported before main; the last line of the log says what, after this prefix.
inline constexpr int kRefusedBeforeMain = 4;
inline constexpr const char kLastWords[] = "heddle: ";

} // namespace heddle::abi
