// SPDX-License-Identifier: Apache-2.0
#include "runtime/sharing.h"

#include "runtime/race_detector.h"
#include "runtime/state.h"

namespace heddle::runtime {

std::uint32_t shareGranule(std::uintptr_t address) {
  std::uint32_t& word = sharingOf(address);
  if (word >= kFirstCellWord)
    return word - kFirstCellWord;
  if (word == engine.ownerTag)
    return 0;
  if (word == 0 && !engine.options.everyAccessIsAPoint) {
    word = engine.ownerTag;
    return 0;
  }
  exec.learnedSharing = exec.learnedSharing || word != 0;
  std::uint32_t cell = newCell();
  word = kFirstCellWord + cell;
  return cell;
}

} // namespace heddle::runtime
