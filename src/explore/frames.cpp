// SPDX-License-Identifier: Apache-2.0
#include "explore/frames.h"

#include <link.h>

namespace heddle::explore {

ModuleMap::ModuleMap() {
  auto addModule = [](dl_phdr_info* info, std::size_t, void* self) {
    auto& ranges = static_cast<ModuleMap*>(self)->ranges_;
    for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
      const ElfW(Phdr)& header = info->dlpi_phdr[i];
      if (header.p_type != PT_LOAD || (header.p_flags & PF_X) == 0)
        continue;
      std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
      ranges.push_back({begin, begin + header.p_memsz, info->dlpi_addr, info->dlpi_name});
    }
    return 0;
  };
  dl_iterate_phdr(addModule, this);
}

model::Frame ModuleMap::frame(std::uintptr_t pc) const {
  for (const Range& range : ranges_)
    if (pc >= range.begin && pc < range.end)
      return {.pc = pc, .module = range.name, .offset = pc - range.base};
  return {.pc = pc, .module = "", .offset = pc};
}

std::vector<model::Frame> ModuleMap::frames(const runtime::StackTrace& stack) const {
  std::vector<model::Frame> result;
  result.reserve(stack.depth);
  for (unsigned i = 0; i < stack.depth; ++i)
    result.push_back(frame(stack.pc[i]));
  return result;
}

} // namespace heddle::explore
