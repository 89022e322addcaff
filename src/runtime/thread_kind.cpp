// SPDX-License-Identifier: Apache-2.0
// Problem: pthread_create names the function that a thread starts with, but every std::thread starts with the same
// function of libstdc++, and so do the threads of most pools. The code that the thread will really run hides in its
// argument.
// Idea: hash the start function and every word of the argument object that leads to code: function pointers, and
// pointers to tables of them, such as the vtable of std::thread::_State. Other words (numbers, pointers to data) make
// threads with the same code differ, and are left out.
// std::async keeps its callable one object further away, in the shared state that the argument points to, so pointers
// to the heap are followed once.
#include "runtime/thread_kind.h"

#include <cstring>

#include "runtime/memory/arena.h"
#include "runtime/mix.h"
#include "runtime/system/modules.h"

namespace heddle::runtime {

namespace {

// Callables come first in the objects of libstdc++. A bound argument further away than this does not count.
constexpr unsigned kWordsPerObject = 32;

std::uint64_t wordAt(std::uintptr_t address) {
  std::uint64_t word;
  std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
  return word;
}

// A vtable may begin with functions of a library, such as a destructor inherited from std::thread::_State.
bool isCodeTable(std::uint64_t word) {
  constexpr unsigned kEntries = 3;
  if (word % alignof(void*) != 0)
    return false;
  for (unsigned i = 0; i < kEntries && isSubjectData(word + 8ull * i); ++i)
    if (isSubjectCode(wordAt(word + 8ull * i)))
      return true;
  return false;
}

bool leadsToCode(std::uint64_t word) {
  const SubjectImage& image = subjectImage();
  bool isInImage = word - image.low < image.high - image.low;
  return isInImage && (isSubjectCode(word) || isCodeTable(word));
}

bool isWholeWord(std::uintptr_t address) {
  return address % sizeof(std::uint64_t) == 0 && isInArena(address) &&
         isValidInGranule(address, sizeof(std::uint64_t));
}

void mixInObject(std::uint64_t& kind, std::uintptr_t address, unsigned depth) {
  for (unsigned i = 0; i < kWordsPerObject && isWholeWord(address + 8ull * i); ++i) {
    std::uint64_t word = wordAt(address + 8ull * i);
    if (leadsToCode(word))
      mixIn(kind, word);
    else if (depth > 0)
      mixInObject(kind, word, depth - 1);
  }
}

} // namespace

std::uint64_t kindOfThread(void* (*start)(void*), const void* argument) {
  constexpr unsigned kFollowOnce = 1;
  std::uint64_t kind = 0;
  auto function = reinterpret_cast<std::uintptr_t>(start);
  if (isSubjectCode(function)) // libraries move from process to process
    mixIn(kind, function);
  mixInObject(kind, reinterpret_cast<std::uintptr_t>(argument), kFollowOnce);
  return kind;
}

} // namespace heddle::runtime
