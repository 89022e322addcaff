// SPDX-License-Identifier: Apache-2.0
// The code of all modules of a program, joined: control flow between sites, and the flow of pointers (runtime/abi/graph.h).
//
// Plain data. Everything is named by its index: symbols by SymbolId, bodies by BodyId, and so on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/graph.h"

namespace heddle::analysis::flow {

using SymbolId = std::uint32_t;
using BodyId = std::uint32_t;
using ValueId = std::uint32_t;
using NodeId = std::uint32_t;

inline constexpr std::uint32_t kNothing = ~std::uint32_t{0};

struct Symbol {
  std::string name;
  bool isFunction = false;
  bool isConstant = false;
  bool isDefined = false; // in a module of the program
  std::vector<BodyId>
      bodies{}; // one per module that defines it: copies of an inline function have their own sites
};

struct Value {
  abi::ValueKind kind = abi::ValueKind::None;
  BodyId body = kNothing;                // that computes it
  std::vector<std::uint32_t> operands{}; // values, or numbers, as ValueKind says
};

struct Node {
  abi::NodeKind kind = abi::NodeKind::Step;
  std::uint32_t flags = 0;
  const abi::SiteRecord* site = nullptr;
  BodyId body = 0;
  std::vector<ValueId> operands{};
  std::vector<NodeId> successors{};
};

// A store of `from` to the memory at `to`; a copy of the memory at `from` to the memory at `to`. Size 0: unknown.
struct Transfer {
  ValueId to = 0;
  ValueId from = 0;
  std::uint32_t size = 0;
};

struct Body {
  SymbolId symbol = 0;
  std::vector<ValueId> parameters{}; // kNothing if the body does not use it
  std::vector<NodeId> nodes{};       // the first is the entry
  std::vector<ValueId> returns{};

  NodeId entry() const { return nodes.front(); }
};

struct InitialPointer {
  SymbolId symbol = 0;
  std::uint32_t offset = 0;
  SymbolId target = 0;
  std::uint32_t targetOffset = 0;
};

struct Program {
  std::vector<Symbol> symbols{};
  std::vector<Body> bodies{};
  std::vector<Value> values{};
  std::vector<Node> nodes{};
  std::vector<Transfer> stores{};
  std::vector<Transfer> copies{};
  std::vector<InitialPointer> initialPointers{};
  std::vector<SymbolId> constructors{};
  std::vector<SymbolId> knownOutside{}; // code without a graph refers to them
  BodyId start =
      kNothing; // what the main thread runs: constructors, main, exit handlers (program_start.h)
  unsigned modulesSkipped = 0; // their graphs could not be read

  const Symbol* find(std::string_view name) const {
    for (const Symbol& symbol : symbols)
      if (symbol.name == name)
        return &symbol;
    return nullptr;
  }
};

inline bool isSync(const Node& node, abi::SyncOperation operation) {
  return node.kind == abi::NodeKind::Sync && node.site != nullptr &&
         node.site->operation == static_cast<std::uint8_t>(operation);
}

} // namespace heddle::analysis::flow
