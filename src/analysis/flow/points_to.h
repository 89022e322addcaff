// SPDX-License-Identifier: Apache-2.0
// Problem: which memory an access, a lock or an indirect call may refer to.
//
// Idea: inclusion-based points-to analysis (Andersen, "Program analysis and specialization for the C programming language", 1994;
// the thesis uses Spark's, section 4.3), flow- and context-insensitive, with one cell per object and offset. Virtual tables are
// objects with initial values, so virtual calls and the threads of std::thread need no rules of their own.
//
// How we differ: offsets instead of field names, since C++ takes addresses of fields. The rest of the world is one target,
// kOutside: code that is not instrumented may keep and change every object whose address it gets, so such objects
// point to kOutside, and kOutside stands for all of them.
//
// What a pointer may be copied through: pointers, integers of 64 bits, and copies of memory. Not through single bytes.
#pragma once

#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include "analysis/flow/id_set.h"
#include "analysis/flow/program.h"

namespace heddle::analysis::flow {

using ObjectId = std::uint32_t;
using TargetId = std::uint32_t;

enum class ObjectKind : std::uint8_t { Outside, Global, Function, Local, Heap, Thread };

struct Object {
  ObjectKind kind = ObjectKind::Outside;
  std::uint32_t origin = 0; // Global, Function: symbol; others: the value that makes it
  std::uint32_t size = 0;   // 0: unknown
  bool isOutside = false;   // code that is not instrumented knows its address
};

struct Target {
  ObjectId object = 0;
  std::int32_t offset = 0;

  static constexpr std::int32_t kAny = std::numeric_limits<std::int32_t>::min();
};

inline constexpr TargetId kOutside = 0;

class PointsTo {
public:
  explicit PointsTo(const Program& program);

  const IdSet& targets(ValueId value) const { return values_[value]; }
  const Target& target(TargetId id) const { return targets_[id]; }
  const Object& object(ObjectId id) const { return objects_[id]; }
  std::size_t objectCount() const { return objects_.size(); }
  // Everything that is stored in the object.
  IdSet contents(ObjectId id) const;

  // The functions that `callee` may point to. `mayBeOther`: or others, that other code knows.
  std::vector<SymbolId> functions(ValueId callee, bool& mayBeOther) const;
  // Functions with bodies that code outside may call.
  bool isCalledFromOutside(SymbolId function) const;

  // Whether the two values may point to the same address, or to the same object if one of the offsets is unknown.
  bool mayAlias(ValueId a, ValueId b) const;

private:
  struct Cell {
    std::int32_t offset;
    IdSet targets;
  };

  // Counts changes, so that a rule is applied again only if what it depends on has changed.
  using Time = std::uint32_t;

  void makeObjects();
  bool round();
  bool assumeUnknownCallees();
  std::vector<bool> findLiveBodies() const;
  template <typename Rule>
  bool apply(Time& last, bool isDue, Rule rule);
  bool hasChanged(ValueId value, Time since) const { return valueChanged_[value] > since; }
  // Whether the memory that `address` points to has.
  bool hasMemoryChanged(ValueId address, Time since) const;
  bool hasCallChanged(const Node& node, Time since) const;
  bool evaluate(ValueId value);
  bool isDue(ValueId value) const;
  bool load(ValueId to, ValueId address, std::uint32_t size);
  bool store(const Transfer& store);
  bool copy(const Transfer& copy);
  bool callNode(const Node& node);
  bool createThread(const Node& node);
  bool startFunctions(const Node& node, ValueId start);
  bool pass(SymbolId function, const Node& node, std::size_t firstArgument, std::size_t count);
  bool callOutside(const Node& node, std::size_t firstArgument);

  bool add(ValueId value, const IdSet& targets);
  bool addTarget(ValueId value, TargetId target);
  bool addOutside(ValueId value) { return addTarget(value, kOutside); }
  bool giveOutside(const IdSet& targets);
  bool giveOutside(ObjectId object);
  bool write(const Target& target, const IdSet& targets);
  TargetId intern(ObjectId object, std::int64_t offset);
  TargetId shifted(TargetId id, std::int64_t bytes);
  TargetId anywhereIn(TargetId id);

  const Program& program_;
  bool exitRunsHandlers_ = false;
  std::vector<Object> objects_;
  std::vector<std::vector<Cell>> cells_; // by object
  std::vector<ObjectId> symbolObjects_;
  std::unordered_map<ValueId, ObjectId> valueObjects_;
  std::vector<Target> targets_;
  std::vector<std::vector<TargetId>> targetsOf_; // by object
  std::vector<IdSet> values_;
  Time now_ = 1;
  std::vector<Time> valueChanged_;
  std::vector<Time> objectChanged_;
  std::vector<Time> valueApplied_;
  std::vector<Time> storeApplied_;
  std::vector<Time> copyApplied_;
  std::vector<Time> nodeApplied_;
};

} // namespace heddle::analysis::flow
