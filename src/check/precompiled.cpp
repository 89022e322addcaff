// SPDX-License-Identifier: Apache-2.0
#include "check/precompiled.h"

#include <algorithm>
#include <span>

#include "analysis/flow/graph_reader.h"
#include "runtime/runtime.h"

namespace heddle::check {

void notePrecompiled(const std::vector<model::CalledFunction>& functions,
                     std::vector<model::CheckSummary::OperationUse>& operations) {
  std::size_t modules = 0;
  const abi::GraphRecord* graphs = runtime::graphTable(&modules);
  if (functions.empty() || modules == 0)
    return;
  const analysis::flow::FunctionNames names =
      analysis::flow::readFunctionNames(std::span(graphs, modules));
  for (std::size_t i = 0; i < std::min(functions.size(), operations.size()); ++i) {
    const model::CalledFunction& function = functions[i];
    if (function.symbol.empty())
      continue;
    // A body that instrumented code sees may be part of its callers, so that no module names it. Without one, a
    // function that no module names is called through a table of virtual functions.
    const auto found = names.find(function.symbol);
    operations[i].precompiled = found == names.end() ? !function.hasBody : !found->second;
  }
}

} // namespace heddle::check
