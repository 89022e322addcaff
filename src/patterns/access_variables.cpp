// SPDX-License-Identifier: Apache-2.0
#include "patterns/access_variables.h"

#include <algorithm>
#include <tuple>

namespace heddle::patterns {

using trace::ThreadAccess;

namespace {

constexpr unsigned kMostFreed = 32; // variables of a freed block

const ThreadAccess& at(const Profiles& profiles, const AccessPlace& place) {
  return profiles[place.profile].accesses[place.access];
}

} // namespace

AccessVariables::AccessVariables(const Profiles& profiles) {
  for (const trace::ThreadAccesses& profile : profiles)
    variableOf_.emplace_back(profile.accesses.size(), kNone);
  std::vector<AccessPlace> ordered = places(profiles, false);
  std::ranges::sort(ordered, {}, [&](const AccessPlace& place) {
    return std::tuple(at(profiles, place).address, place.profile, place.access);
  });
  std::uintptr_t end = 0;
  for (const AccessPlace& place : ordered) {
    const ThreadAccess& access = at(profiles, place);
    if (accesses_.empty() || access.address >= end)
      accesses_.emplace_back();
    end = std::max(end, access.address + access.size);
    variableOf_[place.profile][place.access] = static_cast<Variable>(accesses_.size() - 1);
    accesses_.back().push_back(place);
  }
  addFreed(profiles);
  for (std::vector<AccessPlace>& accesses : accesses_)
    std::ranges::sort(accesses, {}, [](const AccessPlace& place) {
      return std::pair(place.profile, place.access);
    });
}

std::vector<AccessPlace> AccessVariables::places(const Profiles& profiles, bool frees) const {
  std::vector<AccessPlace> found;
  for (std::uint32_t profile = 0; profile < profiles.size(); ++profile)
    for (std::uint32_t access = 0; access < profiles[profile].accesses.size(); ++access)
      if (profiles[profile].accesses[access].frees == frees)
        found.push_back({profile, access});
  return found;
}

// While each variable still begins with its lowest access.
void AccessVariables::addFreed(const Profiles& profiles) {
  auto begin = [&](const std::vector<AccessPlace>& accesses) {
    return at(profiles, accesses.front()).address;
  };
  for (const AccessPlace& place : places(profiles, true)) {
    auto variable = std::ranges::lower_bound(accesses_, at(profiles, place).address, {}, begin);
    for (unsigned i = 0; i < kMostFreed && variable != accesses_.end(); ++i, ++variable)
      if (at(profiles, variable->front()).overlaps(at(profiles, place)))
        variable->push_back(place);
  }
}

} // namespace heddle::patterns
