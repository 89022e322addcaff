// SPDX-License-Identifier: Apache-2.0
// Traces written by hand. One word per event: the thread (a digit), what it does, to which object (a letter).
//   1Rx 1Wx 1Ux    reads, writes, frees the four bytes of variable x; R8x, W8x: eight bytes from x on
//   1rx 1wx 1ux    atomic load, store, read-modify-write; 1cx a compare-exchange that fails
//   1(m 1)m        locks and unlocks m; 1[m 1]m as a reader; 1?m finds it busy
//   1Zcm 1Yc       waits for condition c with mutex m, returns from the wait
//   1!2c           wakes thread 2, which waits for c
//   1+2 1-2        creates, joins thread 2
//   1Vs 1Ps        semaphore: waits, posts; 1Bb arrives at barrier b
//   1Oo 1Do        asks for the initialiser o, has run it
//   1{0 1}0        call 0 of lane 1 begins, ends
// Every word has a site of its own, unless it ends in @ and a digit: those with the same digit share one.
#pragma once

#include <string_view>
#include <vector>

#include "trace/execution_trace.h"

namespace heddle::trace {

std::vector<runtime::Event> eventsFromText(std::string_view text);
ExecutionTrace traceFromText(std::string_view text);

// Variables are 16 bytes apart.
std::uintptr_t addressOf(char object);

// The event at this position of the text, as an index; for readable expectations.
inline EventIndex at(unsigned position) {
  return position;
}

} // namespace heddle::trace
