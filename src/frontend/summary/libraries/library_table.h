// SPDX-License-Identifier: Apache-2.0
// What is known about libraries, one table for each. Library functions are not looked into; rules stand for them:
//
//   a const member reads its object, another one changes it;
//   an argument by non-const reference, pointer or iterator is changed;
//   a function calls the callables that it is given, a member keeps them.
//
// A row of a table says where a rule is wrong, or what else happens. What a table does not know keeps to the rules,
// and to what the standard asks of every container and iterator (kindByShape).
//
// Each row has an example, which the test of the tables analyses (tests/unit/frontend/library_table_test.cpp). A new
// library is a .def file here, its array in library_table.cpp, and its headers in that test.
#pragma once

#include <clang/AST/DeclCXX.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace heddle::frontend {

enum class ClassKind : std::uint8_t {
  None,          // not declared in a library
  Other,         // a value like any other
  Sequence,      // std::vector and kin
  Associative,   // std::map and kin: compares its keys
  Optional,      // std::optional and kin
  Tuple,         // may hold references, as std::tie makes it
  Mutex,         // has lock() and unlock()
  Guard,         // std::lock_guard and kin
  SharedGuard,   // std::shared_lock and kin
  DeferLock,     // tags of guards
  AdoptLock,     //
  TryToLock,     // and times
  Condition,     //
  OnceFlag,      //
  Atomic,        //
  Pointer,       // stands for what it points to, and so do the next four
  UniquePointer, // deletes it as well
  SharedPointer, // counts its owners
  View,          // points into what it is made of
  Iterator,      // the same, and moves to other elements
  Callable,      // std::function and kin
  Thread,        //
};

// What a member or a function does. Bits: a row may have several.
enum class Does : std::uint32_t {
  Nothing = 0, // but what the rules say
  // Members.
  Reads = 1 << 0,             // leaves its object as it is, although it is not const
  Overwrites = 1 << 1,        // writes its object without reading it
  LooksAtOwners = 1 << 2,     // reads the number of owners
  ChangesOwners = 1 << 3,     // changes it
  FreesTarget = 1 << 4,       // ends the life of what the pointer points to
  ReadsTarget = 1 << 5,       // reads what the iterator points to
  CallsArguments = 1 << 6,    // calls the callables that it is given
  ConstructsElement = 1 << 7, // makes an element of its arguments
  WaitsWithLock =
      1 << 8,      // gives up the lock of the guard, or mutex, that it is given, and takes it again
  LetsGo = 1 << 9, // of a guard: its lock stays held, and is returned
  NamesLock = 1 << 10, // of a guard: its lock is returned
  TakesOver = 1 << 11, // of a guard: the lock of another one becomes its own
  // Functions.
  PassesOn = 1 << 12,       // hands on its argument, and nothing else
  TakesAddress = 1 << 13,   // returns a pointer to its argument
  GetsPart = 1 << 14,       // returns a part of its argument
  KeepsArguments = 1 << 15, // writes through none of its arguments, and does not call them
  MakesObject = 1 << 16,    // makes an object of its arguments, and returns a pointer to it
  ReadsArguments = 1 << 17, // changes none of its arguments, and nothing that they point to
  CopiesArguments =
      1 << 18,            // writes through the arguments after the first range or pair of iterators
  StartsThread = 1 << 19, // that calls its arguments
  CallsOnce = 1 << 20,    // while the others wait
  LocksAll = 1 << 21,     // in no order among them
  TriesToLockAll = 1 << 22, //
  // Both.
  Exchanges = 1 << 23, // what is in one may be in the others afterwards
  Locks = 1 << 24,     // members: their object, functions: what the first argument points to
  LocksShared = 1 << 25,
  TriesToLock = 1 << 26,
  TriesToLockShared = 1 << 27,
  Unlocks = 1 << 28,
  UnlocksShared = 1 << 29,
  MovesIterator = 1 << 30, // a function: changes its first argument, and nothing that it points to
};

// The values are bits: their combinations have no names.
constexpr Does operator|(Does left, Does right) {
  // NOLINTNEXTLINE(clang-analyzer-optin.core.EnumCastOutOfRange)
  return static_cast<Does>(static_cast<std::uint32_t>(left) | static_cast<std::uint32_t>(right));
}
constexpr bool has(Does all, Does one) {
  return (static_cast<std::uint32_t>(all) & static_cast<std::uint32_t>(one)) != 0;
}

struct LibraryRow {
  enum class What : std::uint8_t { Class, Interface, Member, Function };
  What what;
  std::string_view owner; // of a member: its class
  std::string_view name;  // of a class or function: with its namespaces (isNamed)
  ClassKind kind;         // of a class, or of those that have the member
  Does does;
  std::string_view example;
};

struct Library {
  std::string_view name; // of the table
  std::span<const LibraryRow> rows;
};

std::span<const Library> libraries();

ClassKind kindOf(const clang::CXXRecordDecl& record);
// `function`: a member, a function, or an object that stands for one, such as std::ranges::sort.
Does whatDoes(const clang::FunctionDecl& function);

} // namespace heddle::frontend
