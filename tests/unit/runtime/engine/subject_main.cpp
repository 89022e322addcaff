// SPDX-License-Identifier: Apache-2.0
// The subject of the tests of the engine: it runs what the test wants to be run (execution.h), and has what only a
// subject can have, data that is restored and allocations that go to the arena.
#include <cstdlib>

extern "C" void runTestBody();

extern "C" {
int subjectGlobal = 7; // NOLINT: data of the subject
void* subjectMalloc(std::size_t bytes) {
  return std::malloc(bytes); // NOLINT: what a subject does
}
void subjectFree(void* memory) {
  std::free(memory); // NOLINT: what a subject does
}
void* subjectRealloc(void* memory, std::size_t bytes) {
  return std::realloc(memory, bytes); // NOLINT: what a subject does
}
void* subjectCalloc(std::size_t count, std::size_t bytes) {
  return std::calloc(count, bytes); // NOLINT: what a subject does
}
}

int main() {
  runTestBody();
}
