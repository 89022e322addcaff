// SPDX-License-Identifier: Apache-2.0
// What the CLI and the harness both know about strategies, expanded from strategies.def and strategy_options.def. How
// they are made is explore/strategies/registry.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/forms/enum_set.h"
#include "model/lists/access_facts_use.h"
#include "model/lists/order_search.h"
#include "model/lists/pattern_rules.h"

namespace heddle::model {

enum class StrategyId : std::uint8_t {
#define HEDDLE_STRATEGY(id, name, traits, summary) id,
#include "model/lists/strategies.def"
#undef HEDDLE_STRATEGY
};

struct StrategyTraits {
  bool seekable = false;
  bool exhaustive = false;
};
inline constexpr StrategyTraits kSeekable{.seekable = true};
inline constexpr StrategyTraits kExhaustive{.exhaustive = true};
inline constexpr StrategyTraits kFinite{};
inline constexpr StrategyTraits kGuided{};

struct StrategyRow {
  StrategyId id;
  std::string_view name;
  StrategyTraits traits;
  std::string_view summary;
};

inline constexpr std::array kStrategies = {
#define HEDDLE_STRATEGY(id, name, traits, summary)                                                 \
  StrategyRow{StrategyId::id, name, traits, summary},
#include "model/lists/strategies.def"
#undef HEDDLE_STRATEGY
};

constexpr const StrategyRow& rowOf(StrategyId id) {
  return kStrategies[static_cast<std::size_t>(id)];
}

// The plan that uses several strategies, chosen where no strategy is.
inline constexpr std::string_view kAutoPlan = "auto";

// What --strategy names: a strategy, or nothing for the auto plan.
using StrategyChoice = std::optional<StrategyId>;
std::string_view toText(StrategyChoice choice);
bool strategyFromText(std::string_view text, StrategyChoice& choice);

struct StrategyOptions {
#define HEDDLE_STRATEGY_OPTION(owner, type, field, standard, file, flag, low, high, chooses, help) \
  type field = standard;
#define HEDDLE_STRATEGY_SWITCH(owner, field, standard, file, flag, help) bool field = standard;
#define HEDDLE_STRATEGY_CHOICE(owner, type, field, standard, file, flag, help)                     \
  type field = standard;
#define HEDDLE_STRATEGY_RULES(owner, type, field, file, flag, help)                                \
  EnumSet<type> field = EnumSet<type>::all();
#include "model/lists/strategy_options.def"
#undef HEDDLE_STRATEGY_OPTION
#undef HEDDLE_STRATEGY_SWITCH
#undef HEDDLE_STRATEGY_CHOICE
#undef HEDDLE_STRATEGY_RULES
};

// Within which an exhaustive search has visited everything; -1: no bound.
struct Bounds {
  int preemptions = -1;
  int delays = -1;
  bool none() const { return preemptions < 0 && delays < 0; }
  // Makes them so narrow that both hold.
  void narrow(const Bounds& other) {
    preemptions = narrower(preemptions, other.preemptions);
    delays = narrower(delays, other.delays);
  }
  bool operator==(const Bounds&) const = default;

private:
  static constexpr int narrower(int one, int other) {
    return one < 0 ? other : other < 0 ? one : one < other ? one : other;
  }
};

} // namespace heddle::model
