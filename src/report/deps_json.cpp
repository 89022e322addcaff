// SPDX-License-Identifier: Apache-2.0
#include "report/json_parts.h"
#include "report/pages.h"
#include "report/words/message_text.h"

namespace heddle::report {

namespace {

JsonValue namesOf(const std::vector<model::Location>& locations) {
  JsonValue list = JsonValue::array();
  for (const model::Location& location : locations)
    list.push_back(location.name);
  return list;
}

// The text form of a lock: "mutex_", "mutex_ (shared)".
std::string nameOf(const model::Lock& lock) {
  return lock.path + (lock.isShared ? " (shared)" : "");
}

JsonValue jsonOf(const model::MethodSummary& method) {
  JsonValue locks = JsonValue::array();
  for (const model::Lock& lock : method.locks)
    locks.push_back(nameOf(lock));
  JsonValue doubleLocks = JsonValue::array();
  for (const model::DoubleLock& pair : method.doubleLocks)
    doubleLocks.push_back({nameOf(pair.outer), nameOf(pair.inner)});
  return JsonValue{{"name", method.name},
                   {"reads", namesOf(method.reads)},
                   {"writes", namesOf(method.writes)},
                   {"locks", std::move(locks)},
                   {"double_locks", std::move(doubleLocks)},
                   {"unsure", textsOf(method.unsure)}};
}

JsonValue jsonOf(const analysis::Relation& relation, const model::ClassSummary& summary) {
  return JsonValue{{"a", summary.methods[relation.first].name},
                   {"b", summary.methods[relation.second].name},
                   {"conflict", relation.conflict},
                   {"parallel", relation.parallel},
                   {"double_lock", relation.doubleLock},
                   {"pruned", relation.isPruned()},
                   {"why", relation.why}};
}

} // namespace

std::string jsonDocument(const Dependencies& dependencies) {
  const PairCounts counts = countPairs(dependencies.relations);
  JsonValue methods = JsonValue::array();
  for (const model::MethodSummary& method : dependencies.summary.methods)
    methods.push_back(jsonOf(method));
  JsonValue pairs = JsonValue::array();
  for (const analysis::Relation& relation : dependencies.relations)
    pairs.push_back(jsonOf(relation, dependencies.summary));
  return documentOf(JsonValue{{"heddle", kJsonVersion},
                              {"command", "deps"},
                              {"class", dependencies.summary.className},
                              {"methods", std::move(methods)},
                              {"pairs", std::move(pairs)},
                              {"stats",
                               {{"methods", dependencies.summary.methods.size()},
                                {"pairs", counts.pairs},
                                {"pruned", counts.pruned()},
                                {"common_lock", counts.commonLock},
                                {"nothing_in_common", counts.nothingInCommon},
                                {"double_lock", counts.doubleLock},
                                {"starts_threads", dependencies.summary.startsThreads},
                                {"seconds", rounded(dependencies.seconds)}}},
                              {"diagnostics", diagnosticsJson(dependencies.diagnostics)}});
}

} // namespace heddle::report
