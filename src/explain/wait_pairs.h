// SPDX-License-Identifier: Apache-2.0
// Orders of locks, waits and notifications that explain a failure.
#pragma once

#include <optional>
#include <vector>

#include "explain/memory_pairs.h"
#include "explain/paired_steps.h"
#include "model/finding.h"

namespace heddle::explain {

// Threads that wait for each other, or for a lock of a thread that waits for a notification.
std::optional<model::OrderedPair> lockPair(const std::vector<model::ThreadState>& threads);

// A notification that came before a wait which never ends.
std::optional<model::OrderedPair> lostNotification(const PairedSteps& steps);

// What the threads that wait forever for a notification read before they waited.
Decision decisionOfWaiters(const PairedSteps& steps);

// The last notification woke a thread of another kind, or another thread was faster than the one that it woke, or it woke one thread of
// several, or memory that the waiting thread had tested changed without a notification.
std::optional<model::OrderedPair> insufficientNotification(const PairedSteps& steps);

// `thread`, which failed, overtook a notified thread that did not have its lock back yet, or was overtaken itself.
std::optional<model::OrderedPair> barging(const PairedSteps& steps, std::uint16_t thread);

} // namespace heddle::explain
