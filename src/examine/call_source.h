// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/test.h"
#include "model/test_source.h"
#include "runtime/runtime.h"

namespace heddle::examine {

// The C++ source of a test's calls. Only the class harness has it, so this runs an execution of the harness.
model::TestSource describeTest(const runtime::Lease& lease, const model::Test& test);

} // namespace heddle::examine
