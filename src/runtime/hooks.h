// SPDX-License-Identifier: Apache-2.0
// What the hooks of abi/hooks.def share. hook_table.cpp ensures that the list and their definitions agree.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/runtime.h"

namespace heddle::runtime {

// An uninterrupted access to [pointer, pointer + size): one event, one scheduling point.
void rangeAccess(const abi::SiteRecord* site, const void* pointer, std::size_t size, bool isWrite);

// Announces an atomic operation: always a scheduling point. False outside executions.
bool atomicAccess(EventKind kind,
                  const abi::SiteRecord* site,
                  const void* pointer,
                  std::size_t size,
                  bool isWrite);

// The same for a compare-exchange of at most 8 bytes; `expected` without the bytes beyond its size.
bool compareExchangeAccess(const abi::SiteRecord* site,
                           const void* pointer,
                           std::uint64_t expected);

} // namespace heddle::runtime
