// SPDX-License-Identifier: Apache-2.0
#include "report/words/pair_text.h"

#include <algorithm>
#include <fmt/core.h>

#include "report/words/object_text.h"
#include "support/files.h"

namespace heddle::report {

using model::OrderedPair;
using model::PairedAccess;
using model::PairKind;
using model::StepKind;

namespace {

std::string_view pastOf(StepKind kind) {
  switch (kind) {
  case StepKind::Read:
    return "read";
  case StepKind::Update:
    return "updated";
  case StepKind::CompareAndSwap:
    return "compared and swapped";
  default:
    return "wrote";
  }
}

std::string_view nounOf(StepKind kind) {
  switch (kind) {
  case StepKind::Read:
    return "read";
  case StepKind::Update:
    return "update";
  case StepKind::CompareAndSwap:
    return "compare-and-swap";
  default:
    return "write";
  }
}

class PairWords {
public:
  PairWords(const model::Finding& finding, const OrderedPair& pair)
      : finding_(finding), all_(pair.accesses) {}

  std::string text(PairKind kind) const {
    return pairType(kind) == "RW" ? memory(kind) : waits(kind);
  }

private:
  std::string memory(PairKind kind) const {
    switch (kind) {
    case PairKind::Between:
      return between();
    case PairKind::AroundTwo:
    case PairKind::InsideTwo:
      return two();
    case PairKind::Unfinished:
      return fmt::format("{} read {} after {} wrote it{} and before {} continued",
                         who(all_[1]),
                         what(all_[1]),
                         who(all_[0]),
                         at(all_[0]),
                         who(all_[0]));
    case PairKind::Before:
      return fmt::format("{} read {} before {} {} it{}",
                         who(all_[0]),
                         what(all_[0]),
                         who(all_[1]),
                         pastOf(all_[1].kind),
                         at(all_[1]));
    case PairKind::FreedBetween:
      return fmt::format("{} freed the object{} between {}'s read of {} and its use{}",
                         who(all_[1]),
                         at(all_[1]),
                         who(all_[0]),
                         what(all_[0]),
                         at(all_[2]));
    case PairKind::FreedBefore:
      return fmt::format("{} freed the object{} before {} read {}, which still pointed to it",
                         who(all_[0]),
                         at(all_[0]),
                         who(all_[1]),
                         what(all_[1]));
    default:
      return "";
    }
  }

  std::string waits(PairKind kind) const {
    switch (kind) {
    case PairKind::LockCycle:
      return all_.size() == 4 ? opposite() : cycle();
    case PairKind::LockedWait:
      return fmt::format("{} waits for {} and has locked {}; {} waits for {}",
                         who(all_[1]),
                         what(all_[1]),
                         what(all_[0]),
                         who(all_[2]),
                         what(all_[2]));
    case PairKind::Unannounced:
      return fmt::format("{} {} {} after {} read it{} and waited, and no thread notified {} then",
                         who(all_[2]),
                         pastOf(all_[2].kind),
                         what(all_[2]),
                         who(all_[0]),
                         at(all_[0]),
                         name(all_[1]));
    case PairKind::NotifiedBefore:
      return fmt::format("{} notified {} before {} waited{}",
                         who(all_[0]),
                         what(all_[0]),
                         who(all_[1]),
                         at(all_[1]));
    case PairKind::NotifiedBetween:
      return fmt::format("{} {} {} and notified {} between {}'s read{} and its wait{}",
                         who(all_[1]),
                         pastOf(all_[1].kind),
                         what(all_[1]),
                         what(all_[2]),
                         who(all_[0]),
                         at(all_[0]),
                         at(all_[3]));
    case PairKind::Barging:
      return fmt::format("{} locked {} after {} notified {}{} and before {}'s wait{} returned",
                         who(all_[2]),
                         what(all_[2]),
                         who(all_[1]),
                         who(all_[0]),
                         at(all_[1]),
                         who(all_[0]),
                         at(all_[0]));
    case PairKind::WokeOther:
      return fmt::format("{} notified {}, which woke {} from its wait{} and not {}, which waits{}",
                         who(all_[2]),
                         what(all_[2]),
                         who(all_[1]),
                         at(all_[1]),
                         who(all_[0]),
                         at(all_[0]));
    default:
      return "";
    }
  }

  static std::string who(const PairedAccess& access) { return threadName(access.thread); }

  // " at :12"; "" when the place is unknown.
  std::string at(const PairedAccess& access) const {
    const std::string place = placeOf(access);
    return place.empty() ? "" : " at " + place;
  }

  std::string placeOf(const PairedAccess& access) const {
    if (access.place.file.empty())
      return "";
    const bool isHere = access.place.file == finding_.location.file;
    return fmt::format("{}:{}", isHere ? "" : fileName(access.place.file), access.place.line);
  }

  std::string name(const PairedAccess& access) const {
    if (access.object == 0 || access.object >= finding_.objects.size())
      return "the same memory";
    const model::Object& object = finding_.objects[access.object];
    const std::string text = objectText(object);
    return object.name.empty() ? text : "`" + text + "`";
  }

  // "`balance_` at :12"
  std::string what(const PairedAccess& access) const { return name(access) + at(access); }

  // "read at :18 and write at :21", "reads at :18 and :21", "read and write at :21"
  std::string both(const PairedAccess& first, const PairedAccess& last, std::string_view of) const {
    const std::string_view one = nounOf(first.kind);
    const std::string_view other = nounOf(last.kind);
    const bool isSamePlace = placeOf(first) == placeOf(last);
    if (one == other)
      return fmt::format("{}{}s{}{}{}",
                         isSamePlace && of.empty() ? "two " : "",
                         one,
                         of,
                         at(first),
                         isSamePlace ? "" : " and " + placeOf(last));
    if (isSamePlace)
      return fmt::format("{} and {}{}{}", one, other, of, at(first));
    return fmt::format("{}{}{} and {}{}", one, of, at(first), other, at(last));
  }

  std::string between() const {
    // Two places may call the same memory by different names.
    const std::string of = name(all_[0]) == name(all_[1]) ? "" : " of " + name(all_[0]);
    return fmt::format("{} {} {} between {}'s {}",
                       who(all_[1]),
                       pastOf(all_[1].kind),
                       what(all_[1]),
                       who(all_[0]),
                       both(all_[0], all_[2], of));
  }

  // Two accesses of one thread between two of another one.
  std::string two() const {
    const PairedAccess& one = all_[1].step <= all_[2].step ? all_[1] : all_[2];
    const PairedAccess& other = all_[1].step <= all_[2].step ? all_[2] : all_[1];
    // Parts of one object have its name.
    const bool isOne = name(one) == name(other);
    const bool isSamePlace = placeOf(one) == placeOf(other);
    const std::string names = isOne ? name(one) : name(one) + " and " + name(other);
    const std::string places = at(one) + (isSamePlace ? "" : " and " + placeOf(other));
    const bool isApart = !isOne && !isSamePlace;
    return fmt::format("{} {} {} between {}'s {}",
                       who(one),
                       pastOf(one.kind),
                       isApart ? what(one) + " and " + what(other) : names + places,
                       who(all_[0]),
                       both(all_[0], all_[3], isOne ? "" : " of them"));
  }

  std::string opposite() const {
    return fmt::format("{} locked {} and waits for {}, which {} locked{} before it waited for {}",
                       who(all_[0]),
                       what(all_[0]),
                       what(all_[1]),
                       who(all_[2]),
                       at(all_[2]),
                       what(all_[3]));
  }

  std::string cycle() const {
    bool isSamePlace = true;
    for (std::size_t i = 2; i < all_.size(); ++i)
      isSamePlace = isSamePlace && placeOf(all_[i]) == placeOf(all_[i % 2]);
    std::string text;
    for (std::size_t i = 0; i < all_.size(); i += 2) {
      const bool isLast = i + 2 == all_.size();
      if (isSamePlace)
        text += (i == 0 ? "" : isLast ? " and " : ", ") + who(all_[i]);
      else
        text += fmt::format("{}{} waits for {}, which {} locked{}",
                            i == 0 ? "" : "; ",
                            who(all_[i]),
                            what(all_[i + 1]),
                            who(all_[(i + 2) % all_.size()]),
                            at(all_[(i + 2) % all_.size()]));
    }
    if (!isSamePlace)
      return text;
    return fmt::format("{} each locked one lock{} before they waited{} for the lock of the next",
                       text,
                       at(all_[0]),
                       at(all_[1]));
  }

  const model::Finding& finding_;
  const std::vector<PairedAccess>& all_;
};

// How many accesses the words for a kind need.
std::size_t leastAccesses(PairKind kind) {
  switch (kind) {
  case PairKind::Unfinished:
  case PairKind::Before:
  case PairKind::NotifiedBefore:
    return 2;
  case PairKind::Between:
  case PairKind::FreedBetween:
  case PairKind::FreedBefore:
  case PairKind::LockedWait:
  case PairKind::Unannounced:
  case PairKind::Barging:
  case PairKind::WokeOther:
    return 3;
  case PairKind::AroundTwo:
  case PairKind::InsideTwo:
  case PairKind::LockCycle:
  case PairKind::NotifiedBetween:
    return 4;
  }
  return 0;
}

} // namespace

// A finding is read from a file, which may have been changed by hand.
std::string pairText(const model::Finding& finding, const OrderedPair& pair) {
  if (pair.accesses.size() < leastAccesses(pair.kind))
    return "";
  return PairWords(finding, pair).text(pair.kind);
}

} // namespace heddle::report
