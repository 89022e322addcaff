// SPDX-License-Identifier: Apache-2.0
// The set of traces of an exploration as text, one line per execution, for tests that know the complete
// set. A line lists, in order of time, the visible operations of the threads:
//     t1:atomic-store:x=1 t2:lock:global+0x40 t2:load:done=0 t2:unlock:global+0x40
// "t<thread>:<event kind>:<variable, or location if it has no name>[=<value>]". The line ends with "!<kind>" if
// the execution failed or "exit=<status>" if that is not 0. Choices that are not operations of the program
// are in parentheses: "(w<thread>)" before a notification says which of several waiting threads is woken,
// "(t<thread>:woken)" is the return from a condition variable with its mutex locked again. Private memory, the heap,
// fences, yields, creation, start, end and joining of threads, and blocked threads are left out: they follow from
// the rest. Values are given for memory accesses, in decimal, except for pointers.
#pragma once

#include <string>

#include "trace/execution_trace.h"

namespace heddle::explore {

class TraceSet {
public:
  // Starts an empty file.
  explicit TraceSet(std::string path);
  ~TraceSet();
  TraceSet(const TraceSet&) = delete;
  TraceSet& operator=(const TraceSet&) = delete;

  // Adds the line of the execution just run.
  void append(const trace::ExecutionTrace& trace, const runtime::Outcome& outcome);
  // Forgets all lines.
  void clear();

private:
  void flush();

  std::string path_;
  int file_;
  std::string text_; // lines not yet written
};

} // namespace heddle::explore
