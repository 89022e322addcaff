// SPDX-License-Identifier: Apache-2.0
#include "explore/judge.h"

namespace heddle::explore {

bool Judge::judge(std::uint64_t execution, const runtime::Outcome& outcome) {
  bool fails = judgeFailure(execution, outcome);
  std::size_t races = 0;
  const runtime::Race* race = runtime::races(&races);
  if (races == 0 || !judgesRaces())
    return fails;
  for (std::size_t i = 0; i < races; ++i)
    sawRace(execution, outcome, race[i], raceSignatures_.of(race[i]));
  return true;
}

} // namespace heddle::explore
