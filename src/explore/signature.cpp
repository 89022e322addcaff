// SPDX-License-Identifier: Apache-2.0
#include "explore/signature.h"

#include <algorithm>

#include "support/check.h"
#include "support/hash.h"

namespace heddle::explore {

using runtime::FailureKind;

namespace {

std::uint64_t placeHash(const abi::SiteRecord* site) {
  if (site == nullptr)
    return 0;
  return Hasher().add(site->file).add(site->line).value();
}

// The same failure in another thread, or a few bytes further on, is the same failure.
std::uint64_t withoutNumbers(const abi::Message& message) {
  Hasher hasher;
  hasher.add(static_cast<unsigned>(message.id));
  for (const char* c = message.arguments; *c != '\0'; ++c)
    if (*c < '0' || *c > '9')
      hasher.add(static_cast<unsigned>(*c));
  return hasher.value();
}

} // namespace

Failure failureOf(const runtime::Outcome& outcome, int usualExitStatus) {
  Failure failure;
  Hasher hasher;
  if (outcome.kind != FailureKind::None) {
    failure.kind = outcome.kind;
    hasher.add(static_cast<unsigned>(outcome.kind))
        .add(placeHash(outcome.site))
        .add(withoutNumbers(outcome.message));
    if (outcome.site != nullptr)
      hasher.add(outcome.site->function);
  } else if (outcome.exitStatus != 0 && outcome.exitStatus != usualExitStatus &&
             !outcome.unsupported) {
    failure.kind = FailureKind::ExitStatus;
    hasher.add(static_cast<unsigned>(FailureKind::ExitStatus)).add(outcome.exitStatus);
  } else {
    return failure;
  }
  failure.signature = hasher.value();
  return failure;
}

model::Message
failureMessage(const runtime::Outcome& outcome, const Failure& failure, int usualExitStatus) {
  HEDDLE_CHECK(failure.kind != FailureKind::None) << "an execution that did not fail is explained";
  if (failure.kind != FailureKind::ExitStatus)
    return model::messageOf(outcome.message);
  return {.id = model::MessageId::ExitStatus,
          .arguments = {std::to_string(outcome.exitStatus), std::to_string(usualExitStatus)}};
}

std::uint64_t raceSignature(const runtime::Race& race) {
  auto [low, high] = std::minmax({placeHash(race.firstSite), placeHash(race.secondSite)});
  return Hasher().add(static_cast<unsigned>(FailureKind::DataRace)).add(low).add(high).value();
}

model::Message raceMessage(const runtime::Race& race) {
  for (const abi::SiteRecord* site : {race.firstSite, race.secondSite})
    if (site != nullptr && site->variable[0] != '\0')
      return {.id = model::MessageId::DataRaceOn, .arguments = {site->variable}};
  return {.id = model::MessageId::DataRace};
}

std::uint64_t RaceSignatures::of(const runtime::Race& race) {
  auto key = reinterpret_cast<std::uintptr_t>(race.firstSite) * 3 +
             reinterpret_cast<std::uintptr_t>(race.secondSite);
  Entry& entry = entries_[mixBits(key) % entries_.size()];
  if (entry.signature == 0 || entry.first != race.firstSite || entry.second != race.secondSite)
    entry = {.first = race.firstSite, .second = race.secondSite, .signature = raceSignature(race)};
  return entry.signature;
}

bool lastExecutionShows(std::uint64_t signature,
                        const runtime::Outcome& outcome,
                        int usualExitStatus) {
  if (failureOf(outcome, usualExitStatus).signature == signature)
    return true;
  std::size_t count = 0;
  const runtime::Race* races = runtime::races(&count);
  return std::any_of(races, races + count, [&](const runtime::Race& race) {
    return raceSignature(race) == signature;
  });
}

} // namespace heddle::explore
