// SPDX-License-Identifier: Apache-2.0
// Programs for the tests of analysis/flow, written by hand: each call appends what it names to a function and returns its site.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/flow/program.h"

namespace heddle::analysis::flow {

using Site = const abi::SiteRecord*;

class TestProgram {
public:
  SymbolId symbol(const std::string& name, bool isFunction) {
    for (SymbolId id = 0; id < program.symbols.size(); ++id)
      if (program.symbols[id].name == name)
        return id;
    program.symbols.push_back({.name = name, .isFunction = isFunction, .isDefined = !isFunction});
    return static_cast<SymbolId>(program.symbols.size() - 1);
  }

  Site site(abi::SiteKind kind, std::uint8_t operation = 0) {
    abi::SiteRecord record{};
    record.file = record.function = record.variable = "";
    record.kind = static_cast<std::uint8_t>(kind);
    record.operation = operation;
    record.size = 4;
    sites_.push_back(record);
    return &sites_.back();
  }

  ValueId value(abi::ValueKind kind, std::vector<std::uint32_t> operands, BodyId body = kNothing) {
    program.values.push_back({.kind = kind, .body = body, .operands = std::move(operands)});
    return static_cast<ValueId>(program.values.size() - 1);
  }

  // A global whose initial value is a list of functions: a virtual table.
  void table(const std::string& name, const std::vector<std::string>& functions) {
    SymbolId table = symbol(name, false);
    program.symbols[table].isConstant = true;
    for (std::uint32_t i = 0; i < functions.size(); ++i)
      program.initialPointers.push_back({.symbol = table,
                                         .offset = i * 8,
                                         .target = symbol(functions[i], true),
                                         .targetOffset = 0});
  }

  Program program;

private:
  std::deque<abi::SiteRecord> sites_;
};

// One function, written from its entry to its end.
class Code {
public:
  Code(TestProgram& test, const std::string& name, unsigned parameters = 0)
      : test_(test), body_(static_cast<BodyId>(test.program.bodies.size())) {
    SymbolId symbol = test.symbol(name, true);
    Program& program = test.program;
    program.symbols[symbol].isDefined = true;
    program.symbols[symbol].bodies.push_back(body_);
    program.bodies.push_back({.symbol = symbol});
    for (unsigned i = 0; i < parameters; ++i)
      program.bodies[body_].parameters.push_back(value(abi::ValueKind::Parameter, {i}));
    current_ = add({.kind = abi::NodeKind::Entry});
    unwind_ = add({.kind = abi::NodeKind::Unwind});
  }
  ~Code() { end(); }
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;

  ValueId parameter(unsigned i) { return test_.program.bodies[body_].parameters[i]; }
  ValueId global(const std::string& name) {
    return value(abi::ValueKind::Symbol, {test_.symbol(name, false)});
  }
  ValueId function(const std::string& name) {
    return value(abi::ValueKind::Symbol, {test_.symbol(name, true)});
  }
  ValueId local() { return value(abi::ValueKind::Local, {64}); }
  // The result of a call of operator new.
  ValueId heap() {
    ValueId memory = value(abi::ValueKind::Heap, {64});
    append({.kind = abi::NodeKind::Call, .operands = {memory, function("_Znwm")}});
    return memory;
  }
  ValueId load(ValueId address) { return value(abi::ValueKind::Load, {address, 8}); }
  ValueId field(ValueId base, std::uint32_t offset) {
    return value(abi::ValueKind::Offset, {base, offset});
  }
  ValueId element(ValueId base) { return value(abi::ValueKind::AnyOffset, {base}); }
  ValueId unknown() { return value(abi::ValueKind::Unknown, {}); }

  void store(ValueId address, ValueId stored) {
    test_.program.stores.push_back({address, stored, 8});
  }
  void returns(ValueId result) { test_.program.bodies[body_].returns.push_back(result); }

  Site read(ValueId address) { return access(abi::SiteKind::Load, abi::kReads, address); }
  Site write(ValueId address) { return access(abi::SiteKind::Store, abi::kWrites, address); }

  Site lock(ValueId mutex) { return sync(abi::SyncOperation::Lock, {mutex}); }
  Site tryLock(ValueId mutex) { return sync(abi::SyncOperation::TryLock, {mutex}); }
  Site lockShared(ValueId mutex) { return sync(abi::SyncOperation::LockShared, {mutex}); }
  Site unlock(ValueId mutex) { return sync(abi::SyncOperation::Unlock, {mutex}); }
  Site wait(ValueId condition, ValueId mutex) {
    return sync(abi::SyncOperation::CondWait, {condition, mutex});
  }
  Site signal(ValueId condition) { return sync(abi::SyncOperation::CondSignal, {condition}); }
  Site semaphoreWait(ValueId object) { return sync(abi::SyncOperation::SemaphoreWait, {object}); }
  Site semaphorePost(ValueId object) { return sync(abi::SyncOperation::SemaphorePost, {object}); }

  struct Created {
    ValueId thread;
    Site site;
  };
  Created create(ValueId start, ValueId argument) {
    ValueId thread = value(abi::ValueKind::Thread, {});
    return {thread, sync(abi::SyncOperation::ThreadCreate, {thread, start, argument})};
  }
  Created create(const std::string& start) {
    return create(function(start), value(abi::ValueKind::None, {}));
  }
  Site join(ValueId thread) { return sync(abi::SyncOperation::ThreadJoin, {thread}); }

  ValueId call(ValueId callee, const std::vector<ValueId>& arguments = {}) {
    ValueId result = value(abi::ValueKind::Result, {});
    std::vector<ValueId> operands = {result, callee};
    operands.insert(operands.end(), arguments.begin(), arguments.end());
    callSite_ = test_.site(abi::SiteKind::IndirectCall);
    append({.kind = abi::NodeKind::Call, .site = callSite_, .operands = std::move(operands)});
    return result;
  }
  ValueId call(const std::string& callee, const std::vector<ValueId>& arguments = {}) {
    return call(function(callee), arguments);
  }
  // The site of the last call.
  Site callSite() const { return callSite_; }

  // A call whose exceptions `handler` catches.
  void tryCall(const std::string& callee, const std::function<void()>& handler) {
    call(callee);
    NodeId node = current_;
    test_.program.nodes[node].flags = abi::kMayThrow;
    NodeId next = add({});
    NodeId caught = add({});
    test_.program.nodes[node].successors = {next, caught};
    current_ = caught;
    handler();
    link(current_, next);
    current_ = next;
  }
  void throws() {
    link(current_, unwind_);
    current_ = kNothing;
  }

  Site
  branch(const std::function<void()>& whenTrue, const std::function<void()>& whenFalse = [] {}) {
    Site site = test_.site(abi::SiteKind::Branch);
    NodeId node = append({.kind = abi::NodeKind::Branch, .site = site});
    NodeId yes = add({});
    NodeId no = add({});
    NodeId after = add({});
    test_.program.nodes[node].successors = {no, yes};
    current_ = yes;
    whenTrue();
    link(current_, after);
    current_ = no;
    whenFalse();
    link(current_, after);
    current_ = after;
    return site;
  }
  void loop(const std::function<void()>& body) {
    NodeId header = append({});
    NodeId after = add({});
    body();
    link(current_, header);
    link(header, after);
    current_ = after;
  }
  void end() {
    if (current_ != kNothing)
      append({.kind = abi::NodeKind::Return});
    current_ = kNothing;
  }

private:
  ValueId value(abi::ValueKind kind, std::vector<std::uint32_t> operands) {
    return test_.value(kind, std::move(operands), body_);
  }
  NodeId add(Node node) {
    node.body = body_;
    auto id = static_cast<NodeId>(test_.program.nodes.size());
    test_.program.nodes.push_back(std::move(node));
    test_.program.bodies[body_].nodes.push_back(id);
    return id;
  }
  void link(NodeId from, NodeId to) {
    if (from != kNothing)
      test_.program.nodes[from].successors.push_back(to);
  }
  NodeId append(Node node) {
    NodeId id = add(std::move(node));
    link(current_, id);
    current_ = id;
    return id;
  }
  Site access(abi::SiteKind kind, std::uint32_t flags, ValueId address) {
    Site site = test_.site(kind);
    append({.kind = abi::NodeKind::Access, .flags = flags, .site = site, .operands = {address}});
    return site;
  }
  Site sync(abi::SyncOperation operation, std::vector<ValueId> operands) {
    Site site = test_.site(abi::SiteKind::SyncCall, static_cast<std::uint8_t>(operation));
    append({.kind = abi::NodeKind::Sync, .site = site, .operands = std::move(operands)});
    return site;
  }

  TestProgram& test_;
  BodyId body_;
  NodeId current_ = kNothing;
  NodeId unwind_ = kNothing;
  Site callSite_ = nullptr;
};

} // namespace heddle::analysis::flow
