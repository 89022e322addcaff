// SPDX-License-Identifier: Apache-2.0
// What is loaded: which module an address belongs to, and which data belongs to the subject's world.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// Code of libc, of the dynamic linker or of the engine: its data is not restored, so its heap must not be.
bool isSystemCode(const void* address);
bool isEngineCode(std::uintptr_t address);
bool isStandardLibraryCode(const void* address);

struct DataRegion {
  std::uintptr_t low, high;
};
// Writable data of the executable and of every library except the system's and libstdc++, whose data is separate.
// Does not include data that is read-only after relocation.
const DataRegion* dataRegions(std::size_t* count);
DataRegion standardLibraryData();

struct SubjectImage {
  std::uintptr_t low, high; // the whole executable
  void (**initialisers)(int, char**, char**);
  std::size_t initialiserCount;
  void (**finalisers)();
  std::size_t finaliserCount;
};
const SubjectImage& subjectImage();
bool isSubjectCode(std::uintptr_t address);
// Mapped memory of the executable that is not code: constants, vtables, globals.
bool isSubjectData(std::uintptr_t address);

// Throws std::bad_alloc through the subject's own libstdc++.
[[noreturn]] void throwBadAlloc();

// True once executions can begin: allocations before that belong to the base state.
bool worldIsReady();

} // namespace heddle::runtime
