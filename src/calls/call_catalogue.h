// SPDX-License-Identifier: Apache-2.0
// The calls of a class harness as numbers: a view on its table of operations.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "calls/choices.h"
#include "calls/contracts.h"
#include "model/test.h"
#include "runtime/abi/calls.h"

namespace heddle::calls {

model::Call toModel(const abi::Call& call);

using CallId = std::uint32_t;

// Contains every call that was ever considered. A CallId identifies the same call for the whole run and the address of
// call(id) never changes, because records of executions point to it.
class CallCatalogue {
public:
  explicit CallCatalogue(const abi::ClassTable& table) : table_(table), contracts_(table) {}

  const abi::ClassTable& table() const { return table_; }
  const Contracts& contracts() const { return contracts_; }
  bool mayBeIn(CallId id, std::uint8_t part) const {
    return contracts_.mayBeIn(calls_[id].operation, part);
  }
  CallId size() const { return static_cast<CallId>(calls_.size()); } // ids are below it
  const abi::Call& call(CallId id) const { return calls_[id]; }
  const abi::Operation& operation(CallId id) const {
    return table_.operations[calls_[id].operation];
  }

  // Methods and static methods that can be driven.
  std::vector<std::uint16_t> operations() const;
  // The call on the object under test with these values.
  CallId callOf(unsigned operation, const Choices& choices);
  // Whether it takes the peer as an argument.
  bool mentionsPeer(CallId id) const { return mentionsPeer(calls_[id]); }

  // Constructors and factories with their values, making object 0.
  std::vector<CallId> constructions(std::size_t mostPerOperation);
  // Calls on the object under test that do not need a peer: first each operation with its simplest values, then each
  // with the next ones, about `most`. `round` 0 takes simple values, later rounds add others drawn with `seed`.
  // The list for a smaller `most` is the beginning of the list for a larger one.
  std::vector<CallId> calls(std::uint64_t seed, std::uint64_t round, std::size_t most);
  // Calls on the object under test that take the peer as an argument.
  std::vector<CallId> callsWithPeer(std::size_t mostPerOperation);

  // The same call with the objects exchanged. Recipes for objects of the class are relative to the receiver.
  CallId mirrored(CallId id);

  model::Sequence sequence(const std::vector<CallId>& ids) const;
  model::Test test(const std::vector<CallId>& prefix,
                   const std::vector<std::vector<CallId>>& suffixes,
                   const std::vector<CallId>& epilogue) const;

private:
  struct Hash {
    std::size_t operator()(const abi::Call& call) const;
  };
  struct Equal {
    bool operator()(const abi::Call& a, const abi::Call& b) const;
  };

  CallId intern(const abi::Call& call);
  bool mentionsPeer(const abi::Call& call) const;

  const abi::ClassTable& table_;
  Contracts contracts_;
  std::deque<abi::Call> calls_;
  std::unordered_map<abi::Call, CallId, Hash, Equal> ids_;
};

} // namespace heddle::calls
