// SPDX-License-Identifier: Apache-2.0
// The contract between a generated class harness (the subject of `heddle check`), the interpreter linked
// into it, and the runtime. The harness defines one ClassTable. A test consists of lists of Calls, which the engine
// chooses and the interpreter runs, so that tests need not be compiled.
//
// Header only and free of any library.
#pragma once

#include <cstdint>

namespace heddle::abi {

inline constexpr unsigned kMaxChoices = 14;
inline constexpr unsigned kMaxObjects = 2; // the object under test and a peer of the same class
inline constexpr unsigned kMaxLanes = 4;   // concurrent suffixes
inline constexpr unsigned kPrefixLane = 0; // lanes 1..kMaxLanes run concurrently
inline constexpr unsigned kEpilogueLane = kMaxLanes + 1; // after all lanes were joined
inline constexpr unsigned kLanes = kMaxLanes + 2;

// How the mangled names of functions begin that stand for a client who uses a returned reference (thunk.hpp).
inline constexpr const char* kReferenceUse = "_ZN6heddle7harness12useReference";

// One call of a test. A choice is the number of a value recipe: one per parameter, in order.
struct Call {
  std::uint16_t operation; // index into ClassTable::operations
  std::uint8_t
      receiver; // 0: the object under test, 1: the peer; for constructors: which one to make
  std::uint8_t choiceCount;
  std::uint16_t choices[kMaxChoices];
};

enum class OperationKind : std::uint8_t {
  Constructor, // makes object `receiver`
  Factory,     // a function that returns one
  Method,      // also operators
  StaticMethod,
};

// Refused: the peer or the object that an argument refers to does not exist, so nothing was called.
enum class CallEnding : std::uint8_t { Running, Returned, Threw, Refused };

// An argument or a result that outlives its call, because its destructor acts: it ends a lease, ends a
// subscription, or drops the last reference to something. It is destroyed when all threads have been joined.
struct Kept {
  Kept* earlier; // of the same lane
  void (*destroy)(Kept* kept);
};

// What a failure that needs this argument says about the class.
enum class ValueTrait : std::uint8_t {
  Plain,
  Extreme,   // at the edge of its type, or negative
  TheObject, // the object that is called
  Throws,    // a callable of heddle's that throws
  CallsPeer, // a callable of heddle's that calls another object of the class
  Changes,   // a callable of heddle's that calls a method of the object that is not const
};

// What a thunk reports about its call.
struct CallResult {
  CallEnding ending;
  bool gaveUp; // the call may fail without a reason (HEDDLE_MAY_FAIL), and it did
  bool
      comparable; // `value` covers everything that was returned; false for iterators, addresses, ...
  std::uint64_t value;       // hash of what was returned
  const char* exceptionType; // Threw: mangled, "" if it is not a class type; static storage
  char text[104];            // what was returned or what() said, printable, shortened
};

// Parts of a test, as bits.
inline constexpr std::uint8_t kInPrefix = 1;
inline constexpr std::uint8_t kInLanes = 2;
inline constexpr std::uint8_t kInEpilogue = 4;

struct Operation {
  const char* name;      // "push"; "Queue" for constructors; "operator=="
  const char* signature; // "push(const std::string &)", human-readable
  OperationKind kind;
  bool isConst;
  bool isPair;        // the two halves of a lock: between them other calls see it held
  std::uint8_t notIn; // parts of a test in which clients do not call it
  std::uint8_t parameterCount;
  const std::uint16_t* choiceCounts; // recipes of each parameter, at least 1 each
  // The same with further recipes, at least as many, for tests that are generated when the others are used up; null: there
  // are none.
  const std::uint16_t* wideChoiceCounts;
  const char* unsupported; // null, or why it cannot be driven; then run is null
  // Builds the arguments, makes the call, folds the result. Never throws. The call may take earlier results of its
  // `lane`.
  void (*run)(void** objects, unsigned lane, const Call& call, CallResult& result);
  // C++ source of the call for a stand-alone test: statements that set up arguments, one per line, then the
  // call itself as the last line without `;`. `$0` and `$1` stand for the objects, `$n` for a number that no
  // other call of the test uses (`int out$n = 0;`). A constructor's last line declares the object: `Queue $0(4)`.
  // `$[T]` stands for the result of the last earlier call of the lane or the prefix whose last line begins with
  // `$[T]=`. A result that outlives its call begins with `$[T]:=` instead, and `$[T].reset()` destroys it early. A line
  // of the set-up that begins with `$^` declares an argument that outlives the call. Returns the length, at most
  // capacity - 1.
  unsigned (*write)(const Call& call, char* out, unsigned capacity);
  // The trait of a recipe. Null: all are plain.
  ValueTrait (*traitOf)(unsigned parameter, unsigned choice);
};

// Two operations, or one twice, that clients do not call at the same time.
struct Exclusion {
  std::uint16_t first;
  std::uint16_t second;
};

struct Invariant {
  const char* text; // as the user wrote it
  bool (*holds)(const void* object);
};

struct ClassTable {
  static constexpr std::uint32_t kVersion = 2;

  std::uint32_t version;
  std::uint32_t objectSize;
  const char* className;
  const Operation* operations;
  std::uint32_t operationCount;
  std::uint32_t invariantCount;
  const Invariant* invariants;
  const Exclusion* exclusions;
  std::uint32_t exclusionCount;
  void (*destroy)(void* object);
};

} // namespace heddle::abi

// Defined by the generated translation unit. Weak, because other subjects do not have one.
extern "C" __attribute__((weak)) const heddle::abi::ClassTable heddle_class_table;

// The interpreter (runtime/subject/interpreter.cpp): the main of every generated harness calls it, and its thunks pass on
// what outlives their calls.
extern "C" int heddle_interpret_calls(const heddle::abi::ClassTable& table);
extern "C" void heddle_keep(unsigned lane, heddle::abi::Kept* kept);

// Supplied by the runtime, called by the interpreter.
extern "C" {
const heddle::abi::Call* heddle_rt_next_call(unsigned lane); // null: the lane is done
void heddle_rt_call_ended(unsigned lane, const heddle::abi::CallResult* result);
unsigned heddle_rt_lane_count();
void heddle_rt_lane_started(unsigned lane);
void heddle_rt_object_made(unsigned index, void* object); // null: destroyed
void heddle_rt_invariant_broken(const char* text);
// Supplied by the runtime, called by thunks: what the current call did with locks.
bool heddle_rt_call_took_lock();
bool heddle_rt_call_holds_lock(); // one that it took
}
