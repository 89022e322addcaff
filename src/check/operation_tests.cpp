// SPDX-License-Identifier: Apache-2.0
#include "check/operation_tests.h"

#include <set>

#include "support/check.h"

namespace heddle::check {

void OperationTests::add(const model::Test& test,
                         const examine::Examination& examination,
                         bool isWidened) {
  std::set<std::uint16_t> operations;
  for (const model::Sequence& suffix : test.suffixes)
    for (const model::Call& call : suffix)
      operations.insert(call.operation);
  HEDDLE_CHECK(operations.empty() || *operations.rbegin() < uses_.size())
      << "a test calls operation " << *operations.rbegin() << " of " << uses_.size();
  for (std::uint16_t operation : operations)
    ++uses_[operation].tests;
  for (std::uint16_t operation : examination.returned)
    ++uses_[operation].testsReturned;
  if (isWidened)
    return;
  for (const examine::UncomparedCall& call : examination.notCompared)
    ++uses_[call.operation].notCompared[static_cast<std::size_t>(call.reason)];
}

} // namespace heddle::check
