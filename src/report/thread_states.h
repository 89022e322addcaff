// SPDX-License-Identifier: Apache-2.0
// What each thread was doing when the execution ended.
#pragma once

#include <vector>

#include "model/finding.h"
#include "model/trace.h"
#include "report/names.h"
#include "report/places.h"

namespace heddle::report {

// Every thread seen in the trace, with the function it runs. Deadlocked threads first (those that only
// join others last), each with what it waits for, who holds that, and what it holds itself; for other failures the failing thread first.
std::vector<model::ThreadState>
buildThreadStates(const model::Trace& trace, const Places& places, const Names& names);

// The execution ended because threads wait, not because one of them failed.
bool isWaiting(model::FindingKind kind);

// "mutex `m` held by T2"
std::string waitPhrase(const model::BlockedThread& blocked, const Names& names);

// "account.cpp:12"
std::string placeText(const model::SourcePlace& place);

} // namespace heddle::report
