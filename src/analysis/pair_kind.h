// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::analysis {

// RW, MM, WN, WM of the thesis. WW, two notified waits that compete for a mutex, is only known at run time.
enum class PairKind : std::uint8_t { ReadWrite, LockLock, WaitNotify, WaitLock };
inline constexpr std::size_t kPairKinds = 4;

} // namespace heddle::analysis
