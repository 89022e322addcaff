// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/program_start.h"

#include "analysis/flow/library.h"

namespace heddle::analysis::flow {
namespace {

using abi::NodeKind;
using abi::ValueKind;

class StartWriter {
public:
  explicit StartWriter(Program& program) : program_(program) {}

  void write(SymbolId main) {
    auto id = static_cast<BodyId>(program_.bodies.size());
    program_.symbols.push_back({.name = "<start>", .isFunction = true, .isDefined = true});
    auto symbol = static_cast<SymbolId>(program_.symbols.size() - 1);
    program_.symbols[symbol].bodies.push_back(id);
    program_.bodies.push_back({.symbol = symbol});
    program_.start = id;

    NodeId entry = add(NodeKind::Entry, {});
    NodeId before = add(NodeKind::Step, {});
    link(entry, before);
    // Constructors run in an order that the linker decides.
    for (SymbolId constructor : std::vector<SymbolId>(program_.constructors))
      addLoop(before, {none(), symbolValue(constructor)});
    NodeId run = add(NodeKind::Call, {none(), symbolValue(main), none(), unknown(), unknown()});
    NodeId after = add(NodeKind::Step, {});
    NodeId end = add(NodeKind::Return, {});
    link(before, run);
    link(run, after);
    link(after, end);
    addExitHandlers(after);
  }

private:
  void addExitHandlers(NodeId after) {
    auto count = static_cast<NodeId>(program_.nodes.size());
    for (NodeId i = 0; i < count; ++i) {
      const Node& node = program_.nodes[i];
      if (node.kind != NodeKind::Call || node.operands.size() < 3)
        continue;
      const Value& callee = program_.values[node.operands[1]];
      if (callee.kind != ValueKind::Symbol ||
          !registersExitHandler(program_.symbols[callee.operands[0]].name))
        continue;
      ValueId handler = node.operands[2];
      ValueId argument = node.operands.size() > 3 ? node.operands[3] : none();
      addLoop(after, {none(), handler, argument});
    }
  }

  void addLoop(NodeId from, std::vector<ValueId> call) {
    NodeId node = add(NodeKind::Call, std::move(call));
    link(from, node);
    link(node, from);
  }

  NodeId add(NodeKind kind, std::vector<ValueId> operands) {
    auto id = static_cast<NodeId>(program_.nodes.size());
    program_.nodes.push_back(
        {.kind = kind, .body = program_.start, .operands = std::move(operands)});
    program_.bodies[program_.start].nodes.push_back(id);
    return id;
  }

  void link(NodeId from, NodeId to) { program_.nodes[from].successors.push_back(to); }

  ValueId addValue(ValueKind kind, std::vector<std::uint32_t> operands) {
    program_.values.push_back({.kind = kind, .operands = std::move(operands)});
    return static_cast<ValueId>(program_.values.size() - 1);
  }
  ValueId none() { return addValue(ValueKind::None, {}); }
  ValueId unknown() { return addValue(ValueKind::Unknown, {}); }
  ValueId symbolValue(SymbolId symbol) { return addValue(ValueKind::Symbol, {symbol}); }

  Program& program_;
};

} // namespace

void addStart(Program& program) {
  for (SymbolId id = 0; id < program.symbols.size(); ++id)
    if (program.symbols[id].name == "main" && !program.symbols[id].bodies.empty())
      return StartWriter(program).write(id);
}

} // namespace heddle::analysis::flow
