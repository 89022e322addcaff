// SPDX-License-Identifier: Apache-2.0
#include "runtime/abi/graph.h"

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): names of symbols
extern "C" {
extern const heddle::abi::GraphRecord __start_heddle_graphs[] __attribute__((visibility("hidden")));
extern const heddle::abi::GraphRecord __stop_heddle_graphs[] __attribute__((visibility("hidden")));

const heddle::abi::GraphRecord* graphsBegin() {
  return __start_heddle_graphs;
}
const heddle::abi::GraphRecord* graphsEnd() {
  return __stop_heddle_graphs;
}
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
