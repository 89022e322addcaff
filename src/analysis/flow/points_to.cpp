// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/points_to.h"

#include "analysis/flow/library.h"

namespace heddle::analysis::flow {
namespace {

using abi::NodeKind;
using abi::ValueKind;

// Arbitrary: an object to which pointers with more offsets exist is an array that a loop walks; further offsets are joined.
constexpr unsigned kMostOffsets = 32;

bool overlaps(std::int32_t a, std::int32_t b, std::uint32_t size) {
  return a == Target::kAny || b == Target::kAny ||
         (b >= a && static_cast<std::uint32_t>(b - a) < size);
}

} // namespace

PointsTo::PointsTo(const Program& program)
    : program_(program), values_(program.values.size()), valueChanged_(program.values.size(), 1),
      valueApplied_(program.values.size()), storeApplied_(program.stores.size()),
      copyApplied_(program.copies.size()), nodeApplied_(program.nodes.size()) {
  for (const Symbol& symbol : program.symbols)
    exitRunsHandlers_ = exitRunsHandlers_ || runsExitHandlers(symbol.name);
  makeObjects();
  for (SymbolId symbol : program.knownOutside)
    giveOutside(symbolObjects_[symbol]);
  do {
    while (round()) {
    }
  } while (assumeUnknownCallees());
}

// A call that is executed has a callee. If none was found, its pointer came a way that is not followed: it may be anything.
bool PointsTo::assumeUnknownCallees() {
  bool changed = false;
  const std::vector<bool> isLive = findLiveBodies();
  for (const Node& node : program_.nodes) {
    bool hasCallee = node.kind == NodeKind::Call || isSync(node, abi::SyncOperation::ThreadCreate);
    if (hasCallee && isLive[node.body] && values_[node.operands[1]].empty())
      changed = addOutside(node.operands[1]) || changed;
  }
  return changed;
}

std::vector<bool> PointsTo::findLiveBodies() const {
  std::vector<bool> isLive(program_.bodies.size());
  std::vector<BodyId> open;
  auto reach = [&](BodyId body) {
    if (!isLive[body])
      open.push_back(body);
    isLive[body] = true;
  };
  for (BodyId body = 0; body < program_.bodies.size(); ++body)
    if (body == program_.start || program_.start == kNothing ||
        isCalledFromOutside(program_.bodies[body].symbol))
      reach(body);
  while (!open.empty()) {
    const Body& body = program_.bodies[open.back()];
    open.pop_back();
    for (NodeId id : body.nodes) {
      const Node& node = program_.nodes[id];
      if (node.kind != NodeKind::Call && !isSync(node, abi::SyncOperation::ThreadCreate))
        continue;
      bool mayBeOther = false;
      for (SymbolId function : functions(node.operands[1], mayBeOther))
        for (BodyId callee : program_.symbols[function].bodies)
          reach(callee);
    }
  }
  return isLive;
}

void PointsTo::makeObjects() {
  objects_.push_back({.kind = ObjectKind::Outside, .isOutside = true});
  for (SymbolId id = 0; id < program_.symbols.size(); ++id) {
    const Symbol& symbol = program_.symbols[id];
    symbolObjects_.push_back(static_cast<ObjectId>(objects_.size()));
    objects_.push_back({.kind = symbol.isFunction ? ObjectKind::Function : ObjectKind::Global,
                        .origin = id,
                        .isOutside = !symbol.isFunction && !symbol.isDefined});
  }
  for (ValueId id = 0; id < program_.values.size(); ++id) {
    const Value& value = program_.values[id];
    ObjectKind kind = ObjectKind::Local;
    if (value.kind == ValueKind::Heap)
      kind = ObjectKind::Heap;
    else if (value.kind == ValueKind::Thread)
      kind = ObjectKind::Thread;
    else if (value.kind != ValueKind::Local)
      continue;
    valueObjects_[id] = static_cast<ObjectId>(objects_.size());
    objects_.push_back(
        {.kind = kind, .origin = id, .size = value.operands.empty() ? 0 : value.operands[0]});
  }
  cells_.resize(objects_.size());
  targetsOf_.resize(objects_.size());
  objectChanged_.resize(objects_.size(), 1);
  intern(0, Target::kAny); // kOutside
  for (const InitialPointer& pointer : program_.initialPointers) {
    IdSet target;
    target.insert(intern(symbolObjects_[pointer.target], pointer.targetOffset));
    write({.object = symbolObjects_[pointer.symbol],
           .offset = static_cast<std::int32_t>(pointer.offset)},
          target);
  }
}

TargetId PointsTo::intern(ObjectId object, std::int64_t offset) {
  const Object& made = objects_[object];
  bool isInside = offset >= 0 && (made.size == 0 ? offset < (1 << 16) : offset <= made.size);
  std::int32_t position = isInside ? static_cast<std::int32_t>(offset) : Target::kAny;
  if (made.kind == ObjectKind::Function || made.kind == ObjectKind::Thread)
    position = 0;
  std::vector<TargetId>& known = targetsOf_[object];
  auto find = [&](std::int32_t at) {
    return std::ranges::find_if(known, [&](TargetId id) { return targets_[id].offset == at; });
  };
  auto found = find(position);
  if (found == known.end() && known.size() >= kMostOffsets) {
    position = Target::kAny;
    found = find(position);
  }
  if (found != known.end())
    return *found;
  targets_.push_back({object, position});
  known.push_back(static_cast<TargetId>(targets_.size() - 1));
  return known.back();
}

TargetId PointsTo::shifted(TargetId id, std::int64_t bytes) {
  const Target target = targets_[id];
  return target.offset == Target::kAny ? id : intern(target.object, target.offset + bytes);
}

TargetId PointsTo::anywhereIn(TargetId id) {
  return intern(targets_[id].object, Target::kAny);
}

bool PointsTo::add(ValueId value, const IdSet& targets) {
  if (targets.empty() || !values_[value].insert(targets))
    return false;
  valueChanged_[value] = ++now_;
  return true;
}

bool PointsTo::addTarget(ValueId value, TargetId target) {
  if (!values_[value].insert(target))
    return false;
  valueChanged_[value] = ++now_;
  return true;
}

bool PointsTo::giveOutside(ObjectId object) {
  if (objects_[object].isOutside)
    return false;
  objects_[object].isOutside = true;
  objectChanged_[object] = ++now_;
  for (const Cell& cell : cells_[object])
    giveOutside(cell.targets);
  if (objects_[object].kind == ObjectKind::Function)
    for (BodyId body : program_.symbols[objects_[object].origin].bodies)
      for (ValueId parameter : program_.bodies[body].parameters)
        if (parameter != kNothing)
          addOutside(parameter);
  return true;
}

bool PointsTo::giveOutside(const IdSet& targets) {
  bool changed = false;
  for (TargetId id : targets)
    changed = giveOutside(targets_[id].object) || changed;
  return changed;
}

bool PointsTo::write(const Target& target, const IdSet& targets) {
  if (targets.empty())
    return false;
  // What is in memory that code outside knows is known outside, too: kOutside stands for it.
  if (objects_[target.object].isOutside)
    return giveOutside(targets);
  std::vector<Cell>& cells = cells_[target.object];
  auto found = std::ranges::find(cells, target.offset, &Cell::offset);
  if (found != cells.end() && !found->targets.insert(targets))
    return false;
  if (found == cells.end())
    cells.push_back({target.offset, targets});
  objectChanged_[target.object] = ++now_;
  return true;
}

IdSet PointsTo::contents(ObjectId id) const {
  IdSet all;
  for (const Cell& cell : cells_[id])
    all.insert(cell.targets);
  return all;
}

bool PointsTo::load(ValueId to, ValueId address, std::uint32_t size) {
  bool changed = false;
  for (TargetId id : IdSet(values_[address])) {
    const Target target = targets_[id];
    const Object& object = objects_[target.object];
    if (object.isOutside && object.kind != ObjectKind::Function) {
      changed = addOutside(to) || changed;
      // Initial values of constants are kept: virtual tables do not change.
      if (object.kind != ObjectKind::Global || !program_.symbols[object.origin].isConstant)
        continue;
    }
    for (const Cell& cell : cells_[target.object])
      if (overlaps(target.offset, cell.offset, size))
        changed = add(to, cell.targets) || changed;
  }
  return changed;
}

bool PointsTo::store(const Transfer& store) {
  bool changed = false;
  const IdSet stored = values_[store.from];
  // A value of several words is one value here: each word may be any of its pointers.
  for (TargetId id : IdSet(values_[store.to]))
    for (std::uint32_t at = 0; at < std::max<std::uint32_t>(store.size, 1); at += sizeof(void*))
      changed = write(targets_[shifted(id, at)], stored) || changed;
  return changed;
}

bool PointsTo::copy(const Transfer& copy) {
  bool changed = false;
  IdSet outside;
  outside.insert(kOutside);
  std::vector<TargetId> destinations;
  bool goesOutside = false;
  for (TargetId to : values_[copy.to]) {
    if (objects_[targets_[to].object].isOutside)
      goesOutside = true;
    else
      destinations.push_back(to);
  }
  for (TargetId from : IdSet(values_[copy.from])) {
    const Target source = targets_[from];
    if (objects_[source.object].isOutside) {
      for (TargetId to : destinations)
        changed = write(targets_[anywhereIn(to)], outside) || changed;
      continue;
    }
    // By index: writing may add cells to the same object.
    for (std::size_t i = 0; i < cells_[source.object].size(); ++i) {
      const std::int32_t offset = cells_[source.object][i].offset;
      if (!overlaps(source.offset, offset, copy.size == 0 ? ~0u : copy.size))
        continue;
      const IdSet copied = cells_[source.object][i].targets;
      changed = (goesOutside && giveOutside(copied)) || changed;
      const bool isExact = source.offset != Target::kAny && offset != Target::kAny;
      for (TargetId to : destinations) {
        TargetId place = isExact ? shifted(to, offset - source.offset) : anywhereIn(to);
        changed = write(targets_[place], copied) || changed;
      }
    }
  }
  return changed;
}

bool PointsTo::evaluate(ValueId id) {
  const Value& value = program_.values[id];
  bool changed = false;
  switch (value.kind) {
  case ValueKind::None:
  case ValueKind::Parameter:
  case ValueKind::Result:
    return false;
  case ValueKind::Unknown:
    return addOutside(id);
  case ValueKind::Symbol:
    return addTarget(id, intern(symbolObjects_[value.operands[0]], 0));
  case ValueKind::Local:
  case ValueKind::Heap:
  case ValueKind::Thread:
    return addTarget(id, intern(valueObjects_[id], 0));
  case ValueKind::Load:
    return load(id, value.operands[0], value.operands[1]);
  case ValueKind::Offset:
  case ValueKind::AnyOffset: {
    for (TargetId target : IdSet(values_[value.operands[0]])) {
      auto bytes =
          static_cast<std::int32_t>(value.kind == ValueKind::Offset ? value.operands[1] : 0);
      TargetId moved =
          value.kind == ValueKind::AnyOffset ? anywhereIn(target) : shifted(target, bytes);
      changed = addTarget(id, moved) || changed;
    }
    return changed;
  }
  case ValueKind::Union:
    for (ValueId operand : value.operands)
      changed = add(id, IdSet(values_[operand])) || changed;
    return changed;
  }
  return false;
}

std::vector<SymbolId> PointsTo::functions(ValueId callee, bool& mayBeOther) const {
  std::vector<SymbolId> found;
  mayBeOther = false;
  for (TargetId id : values_[callee]) {
    const Object& object = objects_[targets_[id].object];
    if (object.kind != ObjectKind::Function)
      mayBeOther = mayBeOther || object.kind == ObjectKind::Outside;
    else if (!isNeverCalled(program_.symbols[object.origin].name))
      found.push_back(object.origin);
  }
  return found;
}

bool PointsTo::isCalledFromOutside(SymbolId function) const {
  return objects_[symbolObjects_[function]].isOutside;
}

bool PointsTo::pass(SymbolId function,
                    const Node& node,
                    std::size_t firstArgument,
                    std::size_t count) {
  bool changed = false;
  for (BodyId id : program_.symbols[function].bodies) {
    const std::vector<ValueId>& parameters = program_.bodies[id].parameters;
    for (std::size_t i = 0; i < std::min(count, parameters.size()); ++i)
      if (parameters[i] != kNothing)
        changed = add(parameters[i], IdSet(values_[node.operands[firstArgument + i]])) || changed;
  }
  return changed;
}

bool PointsTo::callOutside(const Node& node, std::size_t firstArgument) {
  bool changed = false;
  for (std::size_t i = firstArgument; i < node.operands.size(); ++i)
    changed = giveOutside(values_[node.operands[i]]) || changed;
  return changed;
}

bool PointsTo::callNode(const Node& node) {
  constexpr std::size_t kFirstArgument = 2;
  const ValueId result = node.operands[0];
  const bool wantsResult = program_.values[result].kind == ValueKind::Result;
  bool mayBeOther = false;
  bool changed = false;
  for (SymbolId function : functions(node.operands[1], mayBeOther)) {
    const Symbol& symbol = program_.symbols[function];
    if (symbol.bodies.empty()) {
      bool isKnown =
          isHarmless(symbol.name) || (registersExitHandler(symbol.name) && !exitRunsHandlers_);
      if (!isKnown)
        changed = callOutside(node, kFirstArgument) || changed;
      if (wantsResult)
        changed = addOutside(result) || changed;
      continue;
    }
    changed =
        pass(function, node, kFirstArgument, node.operands.size() - kFirstArgument) || changed;
    if (wantsResult)
      for (BodyId body : symbol.bodies)
        for (ValueId returned : program_.bodies[body].returns)
          changed = add(result, IdSet(values_[returned])) || changed;
  }
  if (mayBeOther) {
    changed = callOutside(node, kFirstArgument) || changed;
    if (wantsResult)
      changed = addOutside(result) || changed;
  }
  return changed;
}

bool PointsTo::startFunctions(const Node& node, ValueId start) {
  constexpr std::size_t kArgument = 2;
  bool mayBeOther = false;
  bool changed = false;
  for (SymbolId function : functions(start, mayBeOther)) {
    const Symbol& symbol = program_.symbols[function];
    changed = pass(function, node, kArgument, 1) || changed;
    mayBeOther = mayBeOther || (symbol.bodies.empty() && !isHarmless(symbol.name));
    // pthread_join passes on what the thread returns.
    for (BodyId body : symbol.bodies)
      for (ValueId returned : program_.bodies[body].returns)
        changed = giveOutside(IdSet(values_[returned])) || changed;
  }
  return (mayBeOther && giveOutside(IdSet(values_[node.operands[kArgument]]))) || changed;
}

bool PointsTo::createThread(const Node& node) {
  constexpr std::size_t kStart = 1;
  constexpr std::size_t kFinish = 3;
  bool changed = startFunctions(node, node.operands[kStart]);
  return (node.operands.size() > kFinish && startFunctions(node, node.operands[kFinish])) ||
         changed;
}

bool PointsTo::hasMemoryChanged(ValueId address, Time since) const {
  return std::ranges::any_of(
      values_[address], [&](TargetId id) { return objectChanged_[targets_[id].object] > since; });
}

bool PointsTo::hasCallChanged(const Node& node, Time since) const {
  auto haveChanged = [&](const std::vector<ValueId>& values) {
    return std::ranges::any_of(values, [&](ValueId value) { return hasChanged(value, since); });
  };
  if (haveChanged(node.operands))
    return true;
  bool mayBeOther = false;
  return std::ranges::any_of(functions(node.operands[1], mayBeOther), [&](SymbolId function) {
    return std::ranges::any_of(program_.symbols[function].bodies, [&](BodyId body) {
      return haveChanged(program_.bodies[body].returns);
    });
  });
}

bool PointsTo::isDue(ValueId id) const {
  const Value& value = program_.values[id];
  const Time since = valueApplied_[id];
  switch (value.kind) {
  case ValueKind::Load:
    return hasChanged(value.operands[0], since) || hasMemoryChanged(value.operands[0], since);
  case ValueKind::Offset:
  case ValueKind::AnyOffset:
    return hasChanged(value.operands[0], since);
  case ValueKind::Union:
    return std::ranges::any_of(value.operands,
                               [&](ValueId operand) { return hasChanged(operand, since); });
  default:
    return since == 0;
  }
}

template <typename Rule>
bool PointsTo::apply(Time& last, bool isDue, Rule rule) {
  if (!isDue)
    return false;
  last = now_;
  return rule();
}

bool PointsTo::round() {
  bool changed = false;
  for (ValueId id = 0; id < values_.size(); ++id)
    changed = apply(valueApplied_[id], isDue(id), [&] { return evaluate(id); }) || changed;
  for (std::size_t i = 0; i < program_.stores.size(); ++i) {
    const Transfer& transfer = program_.stores[i];
    const Time since = storeApplied_[i];
    bool isDue = hasChanged(transfer.to, since) || hasChanged(transfer.from, since);
    changed = apply(storeApplied_[i], isDue, [&] { return store(transfer); }) || changed;
  }
  for (std::size_t i = 0; i < program_.copies.size(); ++i) {
    const Transfer& transfer = program_.copies[i];
    const Time since = copyApplied_[i];
    bool isDue = hasChanged(transfer.to, since) || hasChanged(transfer.from, since) ||
                 hasMemoryChanged(transfer.from, since);
    changed = apply(copyApplied_[i], isDue, [&] { return copy(transfer); }) || changed;
  }
  for (NodeId id = 0; id < program_.nodes.size(); ++id) {
    const Node& node = program_.nodes[id];
    const bool isCall = node.kind == NodeKind::Call;
    if (!isCall && !isSync(node, abi::SyncOperation::ThreadCreate))
      continue;
    bool isDue = hasCallChanged(node, nodeApplied_[id]);
    auto call = [&] { return isCall ? callNode(node) : createThread(node); };
    changed = apply(nodeApplied_[id], isDue, call) || changed;
  }
  for (SymbolId id = 0; id < program_.symbols.size(); ++id)
    if (isCalledFromOutside(id) && program_.symbols[id].isFunction)
      for (BodyId body : program_.symbols[id].bodies)
        for (ValueId returned : program_.bodies[body].returns)
          changed = giveOutside(values_[returned]) || changed;
  return changed;
}

bool PointsTo::mayAlias(ValueId a, ValueId b) const {
  if (values_[a].empty() || values_[b].empty())
    return true;
  for (TargetId first : values_[a])
    for (TargetId second : values_[b]) {
      const Target& x = targets_[first];
      const Target& y = targets_[second];
      bool meetOutside = (x.object == 0 && objects_[y.object].isOutside) ||
                         (y.object == 0 && objects_[x.object].isOutside);
      bool isSame = x.object == y.object &&
                    (x.offset == y.offset || x.offset == Target::kAny || y.offset == Target::kAny);
      if (meetOutside || isSame)
        return true;
    }
  return false;
}

} // namespace heddle::analysis::flow
