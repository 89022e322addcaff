// SPDX-License-Identifier: Apache-2.0
// The static data of the world: that of the subject and its libraries, and that of libstdc++. Most pages of libstdc++'s
// data are never written. They are read-only at first; the first write to one faults once, and from then on the page is
// writable and restored. So only pages that change are copied.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

class Digest;

// Keeps the current content as the one from which every execution starts, and begins to watch libstdc++'s pages.
void keepDataAsBase();
void restoreBaseData();

// How many pages of libstdc++ have been written in any execution so far.
unsigned writtenLibraryPages();

// An image holds the data of the subject and then the first `libraryPages` of those pages.
std::size_t dataImageBytes(unsigned libraryPages);
void writeDataImage(void* to, unsigned libraryPages);
// Pages that were first written after the image was made had their base content at that time.
void readDataImage(const void* from, unsigned libraryPages);

void addData(Digest& digest); // all that is in an image

// From the fault handler: true when the fault was the first write to a page of libstdc++'s data.
bool noteLibraryWrite(std::uintptr_t address);

} // namespace heddle::runtime
