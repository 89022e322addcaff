// SPDX-License-Identifier: Apache-2.0
// A runtime for tests: runtime/runtime.h over a small interpreter, so that strategies, explorer and minimiser
// run unmodified on programs whose interleavings can be counted by hand. Checkpoints copy the
// interpreter's own stack, as the real ones copy the subject's. simulated_class.h has classes in place of programs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/runtime.h"

namespace heddle::explore::inline simulation {

enum class Op {
  Load,      // register = variable
  Store,     // variable = value
  StoreSum,  // variable = register + value
  Add,       // variable += value, atomically; register = new value
  Lock,      // mutex
  TryLock,   // mutex; register = 1, or 0 if another thread holds it
  Unlock,    // mutex
  Wait,      // condition `object`, mutex `value`
  Signal,    // condition
  Broadcast, // condition
  Create,    // thread
  Join,      // thread
  Yield,
  BeginCall,   // of a lane; thread n runs lane n
  Local,       // an event that no other thread sees
  SkipUnless,  // local: register == value, or skip to the end of the thread or method
  LoopUnless,  // local: register == value, or back to the beginning of the thread or method
  Fail,        // local: an assertion fails
  FailUnless,  // local: ... unless variable == value
  ExitWith,    // local: the program's status is the value of the variable
  Race,        // local: a data race between this line and line `value`
  Unsupported, // local
  Set,         // local: register = value
  Throw,       // local: the method ends with an exception
  Free,        // local: the memory of the variable
  ReadClock,   // local: register = clock, which moves by Options::clockStep in a call
  Sleep,       // local: the clock moves by value
};

struct Step {
  Op op;
  unsigned object = 0;
  int value = 0;

  bool operator==(const Step&) const = default;
};

// Threads with the same steps are of the same kind (runtime::threadKind).
struct Program {
  std::vector<std::vector<Step>> threads; // [0] is main; the execution ends with it
  // Accesses to variables from this one on are not scheduling points until two threads have touched them.
  unsigned firstLearned = 16;
  // Threads with the same steps have the same sites, not each its own.
  bool sharedCode = false;
  // Executions with more events than this count as made fair. Their schedules are left as they are.
  std::uint64_t fairAfter = ~std::uint64_t{0};
};

// main creates all other threads, joins them in order and then does `after`.
Program forkJoin(std::vector<std::vector<Step>> workers, std::vector<Step> after = {});

// `count` additions to a variable.
std::vector<Step> additions(unsigned count, unsigned variable = 0);

// The program of the executions that follow; forgets what was learned about an earlier one.
void load(Program program);

// Runs one execution of it, from the start or from a checkpoint.
const runtime::Outcome& execute(runtime::Chooser& chooser, const runtime::Options& options = {});
const runtime::Outcome&
executeFrom(unsigned checkpoint, runtime::Chooser& chooser, const runtime::Options& options = {});
// The lease these hold.
const runtime::Lease& lease();

// What the threads did in the last execution: "1:add0=1 2:add0=2 ...", and how it ended.
std::string lastTrace();

// Executions run or resumed since load(), and how many of them were resumed.
unsigned executionsRun();
unsigned executionsResumed();

} // namespace heddle::explore::inline simulation
