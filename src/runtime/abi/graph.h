// SPDX-License-Identifier: Apache-2.0
// The summary graph: what static analysis needs to know about the code of a module. The pass emits one record per module into
// the section `heddle_graphs` of the subject, next to the site records; nothing reads it unless a strategy asks for facts
// (src/analysis/flow). It has the control flow between sites, and the flow of pointers as a list of small expressions.
//
// A record has a stream of 32-bit words, the sites that they refer to by index, and a text with the names of symbols:
//
//   module    symbolCount  { name, flags }  initialCount { symbol, offset, target symbol, target offset }  constructorCount { symbol }
//             outsideCount { symbol that code without a graph refers to }  functionCount { function }
//   function  symbol  parameterCount  valueCount { value }  storeCount { address value, stored value, size }
//             copyCount { to value, from value, size }  returnCount { value }  nodeCount { node }
//   value     ValueKind | operandCount << 8, operands
//   node      NodeKind | flags << 8, site + 1 (0: none), operandCount { value }, successorCount { node }
//
// Names are offsets into the text. Values refer to values with smaller or larger numbers: phis make cycles.
// Header only and free of any library: both the pass and the engine include it.
#pragma once

#include <cstdint>

#include "runtime/abi/site.h"

namespace heddle::abi {

// Where a pointer (or an integer that may hold one) comes from.
enum class ValueKind : std::uint8_t {
  None,      // it does not point anywhere: null, a number
  Unknown,   // the analysis of the pass does not understand it
  Symbol,    // address of a global or a function: symbol
  Parameter, // of the function: index
  Local,     // address of a local variable: size (0: unknown)
  Heap,      // address of memory that is allocated here: size (0: unknown)
  Thread,    // handle of a thread that is created here
  Load,      // what is in memory: address value, size
  Offset,    // another address in the same object: value, bytes (signed)
  AnyOffset, // the same with an offset that is only known at run time: value
  Union,     // one of several values: phi, select
  Result,    // of the call whose node has it as its operand 0
};

enum class NodeKind : std::uint8_t {
  Step,   // joins control flow
  Entry,  // the first node of a function
  Access, // operand 0: address. Flags: AccessFlags
  Sync,   // operands: see syncOperands
  Call,   // operands: result, callee, arguments. Flags: CallFlags
  Branch, // successors of a conditional branch: when false, when true; of a switch: all
  Return,
  Unwind, // an exception leaves the function
};

enum AccessFlags : std::uint32_t { kReads = 1, kWrites = 2, kAtomic = 4 };

// The last successor of a call is where an exception continues.
enum CallFlags : std::uint32_t {
  kMayThrow = 1,
  kIsIndirect = 2,
  kIsReadWriteLock = 4, // of a Sync node: a thread that holds the lock cannot take it again
};

enum SymbolFlags : std::uint32_t {
  kIsFunction = 1,
  kIsConstant = 2, // its memory never changes
  kIsLocal = 4,    // other modules may have another symbol of this name
  kIsDefined = 8,  // in this module
};

// Operands of a Sync node. The operation is the `operation` of its site.
//   CondWait      condition, mutex
//   ThreadCreate  thread, start function, argument, and possibly a function that the thread calls with the argument at its end
//   ThreadJoin    thread
//   all others    object

struct GraphRecord {
  const std::uint32_t* words;
  const SiteRecord* const* sites;
  const char* text;
  std::uint32_t wordCount;
  std::uint32_t siteCount;
  std::uint32_t textBytes;
  std::uint32_t version; // kAbiVersion
};
static_assert(sizeof(GraphRecord) == 40);

inline constexpr const char* kGraphSection = "heddle_graphs";

} // namespace heddle::abi
