// SPDX-License-Identifier: Apache-2.0
#include "runtime/sharing.h"

#include "runtime/race_detector.h"

namespace heddle::runtime {

std::uint32_t shareGranule(std::uintptr_t address) {
  std::uint32_t& word = sharingOf(address);
  if (word >= kFirstCellWord || word == engine.ownerTag)
    return word;
  const Options& options = engine.options;
  if (word == 0 && !options.everyAccessIsAPoint)
    return word = engine.ownerTag;
  exec.learnedSharing = exec.learnedSharing || word != 0;
  word = kFirstCellWord + newCell();
  // Without vector clocks nobody can tell whether it is contended.
  if (options.everyAccessIsAPoint || !options.detectRaces)
    word |= kContended;
  return word;
}

} // namespace heddle::runtime
