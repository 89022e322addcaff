// SPDX-License-Identifier: Apache-2.0
#include "runtime/system/modules.h"

#include <cstring>
#include <link.h>

#include "runtime/memory/layout.h"
#include "runtime/system/raw_output.h"
#include "runtime/system/real_calls.h"

namespace heddle::runtime {

namespace {

struct CodeRange {
  std::uintptr_t low, high;
};

bool isIn(const CodeRange& range, std::uintptr_t pc) {
  return pc - range.low < range.high - range.low;
}

constexpr unsigned kMaxRegions = 128;

bool scanned;
CodeRange systemCode[8];
unsigned systemCodeCount;
CodeRange engineCode;
CodeRange standardLibraryCode;
DataRegion standardLibraryRegion;
DataRegion regions[kMaxRegions];
unsigned regionCount;
SubjectImage image;
struct ImageSegment {
  CodeRange range;
  bool isCode;
};
ImageSegment imageSegments[16];
unsigned imageSegmentCount;

bool isSystemLibrary(const char* name) {
  constexpr const char* kNames[] = {
      "/libc.so", "/ld-linux", "/libm.so", "/libpthread.so", "/libdl.so", "linux-vdso"};
  for (const char* known : kNames)
    if (std::strstr(name, known) != nullptr)
      return true;
  return false;
}

void addDataRegion(std::uintptr_t low, std::uintptr_t high) {
  HEDDLE_RT_CHECK(regionCount < kMaxRegions);
  if (low < high)
    regions[regionCount++] = {low, high};
}

void noteDynamicSection(const dl_phdr_info& info, const ElfW(Phdr) & header) {
  const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(info.dlpi_addr + header.p_vaddr);
  for (; entry->d_tag != DT_NULL; ++entry) {
    std::uintptr_t pointer = info.dlpi_addr + entry->d_un.d_ptr;
    switch (entry->d_tag) {
    case DT_INIT_ARRAY:
      image.initialisers = reinterpret_cast<void (**)(int, char**, char**)>(pointer);
      break;
    case DT_INIT_ARRAYSZ:
      image.initialiserCount = entry->d_un.d_val / sizeof(void*);
      break;
    case DT_FINI_ARRAY:
      image.finalisers = reinterpret_cast<void (**)()>(pointer);
      break;
    case DT_FINI_ARRAYSZ:
      image.finaliserCount = entry->d_un.d_val / sizeof(void*);
      break;
    default:
      break;
    }
  }
}

void noteSegment(const dl_phdr_info& info,
                 const ElfW(Phdr) & header,
                 bool isSystem,
                 bool isEngine,
                 std::uintptr_t readOnlyEnd) {
  std::uintptr_t low = info.dlpi_addr + header.p_vaddr;
  std::uintptr_t high = low + header.p_memsz;
  bool isExecutable = info.dlpi_name[0] == '\0';
  if ((header.p_flags & PF_X) != 0 && (isSystem || isEngine)) {
    HEDDLE_RT_CHECK(systemCodeCount < sizeof systemCode / sizeof systemCode[0]);
    systemCode[systemCodeCount++] = {low, high};
    if (isEngine)
      engineCode = {low, high};
  }
  bool isStandardLibrary = std::strstr(info.dlpi_name, "/libstdc++.so") != nullptr;
  if ((header.p_flags & PF_X) != 0 && isStandardLibrary)
    standardLibraryCode = {low, high};
  std::uintptr_t dataLow = readOnlyEnd > low ? readOnlyEnd : low;
  if ((header.p_flags & PF_W) != 0 && isStandardLibrary)
    standardLibraryRegion = {dataLow, high};
  else if ((header.p_flags & PF_W) != 0 && !isSystem && !isEngine)
    addDataRegion(dataLow, high);
  if (isExecutable) {
    HEDDLE_RT_CHECK(imageSegmentCount < sizeof imageSegments / sizeof imageSegments[0]);
    imageSegments[imageSegmentCount++] = {{low, high}, (header.p_flags & PF_X) != 0};
    if (image.low == 0 || low < image.low)
      image.low = low;
    if (high > image.high)
      image.high = high;
  }
}

int noteModule(dl_phdr_info* info, std::size_t, void*) {
  bool isExecutable = info->dlpi_name[0] == '\0';
  bool isSystem = !isExecutable && isSystemLibrary(info->dlpi_name);
  auto here = reinterpret_cast<std::uintptr_t>(&noteModule);
  bool isEngine = false;
  std::uintptr_t readOnlyEnd = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    std::uintptr_t low = info->dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_LOAD && here - low < header.p_memsz)
      isEngine = true;
    if (header.p_type == PT_GNU_RELRO)
      readOnlyEnd = (low + header.p_memsz) & ~(kPage - 1);
  }
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type == PT_LOAD)
      noteSegment(*info, header, isSystem, isEngine, readOnlyEnd);
    if (header.p_type == PT_DYNAMIC && isExecutable)
      noteDynamicSection(*info, header);
  }
  return 0;
}

void scan() {
  if (scanned)
    return;
  scanned = true;
  dl_iterate_phdr(noteModule, nullptr);
}

bool isInSubject(std::uintptr_t address, bool code) {
  scan();
  for (unsigned i = 0; i < imageSegmentCount; ++i)
    if (imageSegments[i].isCode == code && isIn(imageSegments[i].range, address))
      return true;
  return false;
}

} // namespace

bool isSystemCode(const void* address) {
  scan();
  auto pc = reinterpret_cast<std::uintptr_t>(address);
  for (unsigned i = 0; i < systemCodeCount; ++i)
    if (isIn(systemCode[i], pc))
      return true;
  return false;
}

bool isEngineCode(std::uintptr_t address) {
  scan();
  return isIn(engineCode, address);
}

bool isStandardLibraryCode(const void* address) {
  scan();
  return isIn(standardLibraryCode, reinterpret_cast<std::uintptr_t>(address));
}

const DataRegion* dataRegions(std::size_t* count) {
  scan();
  *count = regionCount;
  return regions;
}

DataRegion standardLibraryData() {
  scan();
  return standardLibraryRegion;
}

const SubjectImage& subjectImage() {
  scan();
  return image;
}

bool isSubjectCode(std::uintptr_t address) {
  return isInSubject(address, true);
}

bool isSubjectData(std::uintptr_t address) {
  return isInSubject(address, false);
}

void throwBadAlloc() {
  auto* thrower = realFunction<void()>("_ZSt17__throw_bad_allocv");
  if (thrower != nullptr)
    thrower();
  dieOfEnvironment(MessageId::OutOfMemory);
}

} // namespace heddle::runtime
