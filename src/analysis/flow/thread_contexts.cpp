// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/thread_contexts.h"

#include <algorithm>
#include <map>
#include <set>

namespace heddle::analysis::flow {
namespace {

using abi::NodeKind;
using abi::SyncOperation;
using abi::ValueKind;

// Arbitrary: copies must not be what the analysis spends its time on.
constexpr std::size_t kMostCopiedNodes = 20'000;
constexpr std::size_t kLargestCopied = 500; // nodes of one body

class Copier {
public:
  explicit Copier(Program& program) : program_(program) {}

  bool mayCopy(SymbolId function) const {
    std::size_t size = sizeOf(function);
    return size <= kLargestCopied && copied_ + size <= kMostCopiedNodes;
  }

  // A new function with the same code.
  SymbolId copy(SymbolId function) {
    copied_ += sizeOf(function);
    Symbol symbol = program_.symbols[function];
    const std::vector<BodyId> bodies = std::move(symbol.bodies);
    symbol.bodies.clear();
    symbol.name += '@' + std::to_string(program_.symbols.size());
    program_.symbols.push_back(symbol);
    auto id = static_cast<SymbolId>(program_.symbols.size() - 1);
    for (BodyId body : bodies)
      copyBody(body, id);
    return id;
  }

  ValueId addressOf(SymbolId function, BodyId body) {
    program_.values.push_back({.kind = ValueKind::Symbol, .body = body, .operands = {function}});
    return static_cast<ValueId>(program_.values.size() - 1);
  }

private:
  std::size_t sizeOf(SymbolId function) const {
    std::size_t size = 0;
    for (BodyId body : program_.symbols[function].bodies)
      size += program_.bodies[body].nodes.size();
    return size;
  }

  void copyBody(BodyId original, SymbolId symbol) {
    auto id = static_cast<BodyId>(program_.bodies.size());
    program_.symbols[symbol].bodies.push_back(id);
    std::map<ValueId, ValueId> values = copyValues(original, id);
    auto moved = [&](ValueId value) {
      auto found = values.find(value);
      return found == values.end() ? value : found->second;
    };
    copyTransfers(program_.stores, values);
    copyTransfers(program_.copies, values);

    Body body = program_.bodies[original];
    body.symbol = symbol;
    const NodeId first = body.entry();
    const auto firstCopy = static_cast<NodeId>(program_.nodes.size());
    for (NodeId& number : body.nodes) {
      Node node = program_.nodes[number];
      node.body = id;
      std::ranges::transform(node.operands, node.operands.begin(), moved);
      for (NodeId& successor : node.successors)
        successor += firstCopy - first;
      number += firstCopy - first;
      program_.nodes.push_back(std::move(node));
    }
    for (ValueId& parameter : body.parameters)
      parameter = parameter == kNothing ? kNothing : moved(parameter);
    std::ranges::transform(body.returns, body.returns.begin(), moved);
    program_.bodies.push_back(std::move(body));
  }

  std::map<ValueId, ValueId> copyValues(BodyId original, BodyId copy) {
    std::map<ValueId, ValueId> numbers;
    const std::size_t count = program_.values.size();
    for (ValueId id = 0; id < count; ++id)
      if (program_.values[id].body == original) {
        numbers[id] = static_cast<ValueId>(program_.values.size());
        Value value = program_.values[id];
        value.body = copy;
        program_.values.push_back(std::move(value));
      }
    for (auto [from, to] : numbers) {
      Value& value = program_.values[to];
      const bool isUnion = value.kind == ValueKind::Union;
      const bool hasBase = value.kind == ValueKind::Load || value.kind == ValueKind::Offset ||
                           value.kind == ValueKind::AnyOffset;
      for (std::size_t i = 0; i < value.operands.size() && (isUnion || (hasBase && i == 0)); ++i)
        if (auto found = numbers.find(value.operands[i]); found != numbers.end())
          value.operands[i] = found->second;
    }
    return numbers;
  }

  static void copyTransfers(std::vector<Transfer>& transfers,
                            const std::map<ValueId, ValueId>& numbers) {
    const std::size_t count = transfers.size();
    for (std::size_t i = 0; i < count; ++i) {
      auto to = numbers.find(transfers[i].to);
      auto from = numbers.find(transfers[i].from);
      if (to != numbers.end() && from != numbers.end())
        transfers.push_back({to->second, from->second, transfers[i].size});
    }
  }

  Program& program_;
  std::size_t copied_ = 0;
};

// The function that a call names, or kNothing.
SymbolId directCallee(const Program& program, const Node& node) {
  if (node.kind != NodeKind::Call)
    return kNothing;
  const Value& callee = program.values[node.operands[1]];
  return callee.kind == ValueKind::Symbol ? callee.operands[0] : kNothing;
}

std::set<SymbolId> creators(const Program& program) {
  std::set<SymbolId> found;
  for (const Node& node : program.nodes)
    if (isSync(node, SyncOperation::ThreadCreate))
      found.insert(program.bodies[node.body].symbol);
  return found;
}

std::set<SymbolId> callersOf(const Program& program, const std::set<SymbolId>& functions) {
  std::set<SymbolId> found;
  for (const Node& node : program.nodes)
    if (functions.contains(directCallee(program, node)))
      found.insert(program.bodies[node.body].symbol);
  return found;
}

// The first call keeps the original.
void copyPerCall(Program& program, Copier& copier, const std::set<SymbolId>& functions) {
  std::set<SymbolId> isCalled;
  const std::size_t count = program.nodes.size();
  for (NodeId id = 0; id < count; ++id) {
    SymbolId callee = directCallee(program, program.nodes[id]);
    if (!functions.contains(callee) || program.bodies[program.nodes[id].body].symbol == callee)
      continue;
    if (isCalled.insert(callee).second || !copier.mayCopy(callee))
      continue;
    ValueId address = copier.addressOf(copier.copy(callee), program.nodes[id].body);
    program.nodes[id].operands[1] = address;
  }
}

} // namespace

void copyCreatorsPerCall(Program& program) {
  Copier copier(program);
  copyPerCall(program, copier, callersOf(program, creators(program)));
  copyPerCall(program, copier, creators(program));
}

bool copyStartsPerCreation(Program& program, const PointsTo& pointsTo) {
  Copier copier(program);
  std::set<SymbolId> isStarted;
  bool hasCopied = false;
  const std::size_t count = program.nodes.size();
  for (NodeId id = 0; id < count; ++id) {
    if (!isSync(program.nodes[id], SyncOperation::ThreadCreate))
      continue;
    bool mayBeOther = false;
    const std::vector<SymbolId> starts =
        pointsTo.functions(program.nodes[id].operands[1], mayBeOther);
    if (starts.size() != 1 || mayBeOther || program.symbols[starts[0]].bodies.empty())
      continue;
    if (isStarted.insert(starts[0]).second || !copier.mayCopy(starts[0]))
      continue;
    ValueId address = copier.addressOf(copier.copy(starts[0]), program.nodes[id].body);
    program.nodes[id].operands[1] = address;
    hasCopied = true;
  }
  return hasCopied;
}

} // namespace heddle::analysis::flow
