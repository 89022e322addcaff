// SPDX-License-Identifier: Apache-2.0
#include "calls/notifications.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <strings.h>
#include <vector>

namespace heddle::calls {

namespace {

// A notification without waiters often does nothing at all, so that only the name tells.
bool isNamedLikeOne(const char* name) {
  constexpr std::array kNames = {"notify", "wake", "signal", "broadcast"};
  return std::ranges::any_of(
      kNames, [&](const char* word) { return strncasecmp(name, word, std::strlen(word)) == 0; });
}

} // namespace

bool notifiesSeparately(const CallCatalogue& catalogue, const Behaviour& behaviour) {
  enum class Seen : unsigned char { Nothing, Notifies, Changes };
  std::vector<Seen> operations(catalogue.table().operationCount, Seen::Nothing);
  for (CallId call = 0; call < catalogue.size(); ++call) {
    const CallFacts facts = behaviour.facts(call);
    const abi::Operation& operation = catalogue.operation(call);
    Seen& seen = operations[catalogue.call(call).operation];
    if (facts.changedState || facts.valueVaries || operation.kind != abi::OperationKind::Method)
      seen = Seen::Changes;
    else if (seen == Seen::Nothing && facts.returned > 0 &&
             (facts.notifies || isNamedLikeOne(operation.name)))
      seen = Seen::Notifies;
  }
  return std::ranges::find(operations, Seen::Notifies) != operations.end();
}

} // namespace heddle::calls
