// SPDX-License-Identifier: Apache-2.0
// One versioned document per search.
#include <algorithm>

#include "model/known/fingerprint.h"
#include "report/claim_text.h"
#include "report/coverage_text.h"
#include "report/finding_text.h"
#include "report/json_parts.h"
#include "report/pages.h"
#include "report/words/advice.h"
#include "report/words/explanation_text.h"
#include "report/words/message_text.h"
#include "report/words/object_text.h"
#include "report/words/pair_text.h"
#include "report/words/step_text.h"
#include "report/words/thread_text.h"
#include "report/words/titles.h"

namespace heddle::report {

using model::Finding;
using model::MethodUse;
using model::SourcePlace;

namespace {

// Declared before listOf, which calls them for its elements.
JsonValue jsonOf(const Finding& finding);

template <typename T>
JsonValue listOf(const std::vector<T>& values) {
  JsonValue list = JsonValue::array();
  for (const auto& value : values)
    list.push_back(jsonOf(value));
  return list;
}

// A frame without source still has a name.
JsonValue stackOf(const std::vector<SourcePlace>& places) {
  JsonValue list = JsonValue::array();
  for (const auto& place : places)
    list.push_back(place.file.empty() ? JsonValue{{"function", place.function}} : placeJson(place));
  return list;
}

// A failing step is marked with what failed.
std::string noteOf(const Finding& finding, const model::Step& step) {
  return step.kind == model::StepKind::Fail ? std::string(toText(finding.kind))
                                            : StepWords::edge(step);
}

JsonValue stepsOf(const Finding& finding) {
  const StepWords words(finding);
  JsonValue list = JsonValue::array();
  for (const model::Step& step : finding.steps) {
    JsonValue json{{"thread", threadName(step.thread)},
                   {"site", placeJson(step.place)},
                   {"what", verb(step.kind)},
                   {"variable", words.object(step.object)},
                   {"value", valueText(step.value)},
                   {"step", step.number},
                   {"essential", step.essential}};
    if (const std::string switched = words.switched(step); !switched.empty())
      json["switch"] = switched;
    if (const std::string note = noteOf(finding, step); !note.empty())
      json["note"] = note;
    list.push_back(std::move(json));
  }
  return list;
}

JsonValue whyOf(const Finding& finding) {
  const StepWords words(finding);
  JsonValue list = JsonValue::array();
  for (const model::OrderedPair& pair : finding.why) {
    JsonValue accesses = JsonValue::array();
    for (const model::PairedAccess& access : pair.accesses)
      accesses.push_back({{"thread", threadName(access.thread)},
                          {"what", verb(access.kind)},
                          {"variable", words.object(access.object)},
                          {"site", placeJson(access.place)}});
    list.push_back(JsonValue{{"pair", pairType(pair.kind)},
                             {"kind", nameOf(pair.kind)},
                             {"text", pairText(finding, pair)},
                             {"accesses", std::move(accesses)}});
  }
  return list;
}

JsonValue threadsOf(const Finding& finding) {
  const ThreadWords words(finding);
  JsonValue list = JsonValue::array();
  for (const model::ThreadState& state : finding.threads)
    list.push_back(JsonValue{{"thread", threadName(state.thread)},
                             {"function", ThreadWords::entry(state)},
                             {"state", words.status(state)},
                             {"holds", words.holds(state)},
                             {"stack", stackOf(state.stack)}});
  return list;
}

// A number that counts from 1; 0 stands for none.
JsonValue ordinal(std::uint64_t number) {
  return number == 0 ? JsonValue(nullptr) : JsonValue(number);
}

JsonValue jsonOf(const model::Position& position) {
  return JsonValue{{"test", ordinal(position.test)}, {"execution", ordinal(position.execution)}};
}

// Null for what is as severe as it can be.
JsonValue severityReason(const Finding& finding) {
  if (severityOf(finding) == model::Severity::Error)
    return nullptr;
  return finding.severityReason == model::SeverityReason::None ? toText(finding.kind)
                                                               : nameOf(finding.severityReason);
}

JsonValue jsonOf(const Finding& finding) {
  JsonValue json{
      {"id", finding.id},
      {"kind", toText(finding.kind)},
      {"severity", toText(severityOf(finding))},
      {"severity_reason", severityReason(finding)},
      {"fingerprint", fingerprintOf(finding)},
      {"known", finding.known},
      {"title", titleOf(finding)},
      {"location", placeJson(finding.location)},
      {"test", finding.testFile.empty() ? JsonValue(nullptr) : JsonValue(finding.testFile)},
      {"schedule", finding.id + ".heddle"},
      {"preemptions", finding.preemptions},
      {"steps", stepsOf(finding)},
      {"steps_left_out", finding.stepsLeftOut},
      {"threads", threadsOf(finding)},
      {"stack", stackOf(finding.stack)}};
  if (const std::string related = relatedText(finding.related); !related.empty())
    json["related"] = {{"what", related}, {"stack", stackOf(finding.related.stack)}};
  if (finding.comparison != model::StackComparison::NotCompared)
    json["matches"] = toText(finding.comparison);
  json["why"] = whyOf(finding);
  json["notes"] = notesOf(finding);
  json["helps"] = adviceFor(finding);
  json["output"] = finding.output;
  json["seen"] = finding.seen;
  json["position"] = jsonOf(finding.position);
  json["events"] = finding.events;
  json["original_events"] = finding.originalEvents;
  json["original_preemptions"] = finding.originalPreemptions;
  json["replays"] = {{"run", finding.replays}, {"failed", finding.replaysFailed}};
  if (finding.position.test == 0)
    return json;
  std::vector<std::string> blamed = finding.cause.methods;
  std::erase(blamed, ""); // threads of the class
  json["cause"] = {{"methods", blamed}, {"variables", finding.cause.variables}};
  json["also"] = JsonValue::array();
  for (const model::Consequence& other : finding.also)
    json["also"].push_back({{"kind", toText(other.kind)},
                            {"methods", other.methods},
                            {"variables", other.variables},
                            {"seen", other.seen}});
  json["sequence_pair"] = finding.sequencePair;
  json["test_lines"] = finding.testLines;
  json["test_command"] = finding.testCommand;
  json["explanation"] = explanationText(finding.explanation);
  return json;
}

JsonValue jsonOf(const model::RunStats& stats) {
  const bool found = stats.firstFinding.execution > 0;
  JsonValue json = JsonValue::object();
  model::forEachCounter(
      stats, [&](std::string_view name, std::uint64_t value) { json[std::string(name)] = value; });
  json.update(
      JsonValue{{"seconds", rounded(stats.seconds)},
                {"total_seconds", rounded(stats.totalSeconds)},
                {"first_finding_execution", ordinal(stats.firstFinding.execution)},
                {"first_finding_seconds",
                 found ? JsonValue(rounded(stats.firstFindingSeconds)) : JsonValue(nullptr)},
                {"peak_rss_mb", std::lround(stats.peakRssMb)},
                {"seed", stats.seed},
                {"strategy", stats.strategy},
                {"threads", stats.threads},
                {"jobs", stats.jobs},
                {"restarts", stats.restarts},
                {"replay_executions", stats.replayExecutions}});
  return json;
}

JsonValue jsonOf(const model::CoverageSummary& coverage, const model::RunStats& stats) {
  JsonValue json{{"patterns", coverage.patterns},
                 {"estimated_patterns", coverage.estimatedPatterns},
                 {"truncated", coverage.isFull},
                 {"observed_executions", stats.observedExecutions}};
  json["growth"] = JsonValue::array();
  for (const auto& point : coverage.growth)
    json["growth"].push_back({{"seconds", rounded(point.seconds)},
                              {"execution", point.execution},
                              {"patterns", point.patterns}});
  return json;
}

// What a check adds to the statistics.
void addCoverage(const model::RunStats& stats,
                 const model::ClassCoverage& coverage,
                 JsonValue& json) {
  const std::vector<MethodUse> methods = methodsOf(coverage);
  const auto driven = std::ranges::count_if(methods, &MethodUse::isDriven);
  json["first_finding_test"] = ordinal(stats.firstFinding.test);
  json["guide"] = coverage.summary.guide;
  json["generate_seconds"] = rounded(stats.generateSeconds);
  json["methods_driven"] = driven;
  json["methods_skipped"] = methods.size() - static_cast<std::size_t>(driven);
  json["pairs"] = coverage.summary.pairs;
  json["pairs_pruned"] = coverage.summary.pairsPruned;
  json["pairs_restored"] = coverage.summary.pairsRestored;
  json["summary_missing"] = textsOf(coverage.summary.missing);
  json["shapes"] = JsonValue::array();
  for (const auto& shape : coverage.summary.shapes)
    json["shapes"].push_back({{"shape", shapeText(shape.shape)},
                              {"tests", shape.tests},
                              {"executions", shape.executions},
                              {"exhausted", shape.exhausted}});
  json["iterations"] = JsonValue::array();
  for (const auto& iteration : coverage.summary.iterations)
    json["iterations"].push_back({{"seconds", rounded(iteration.seconds)},
                                  {"saturation", iteration.saturation},
                                  {"sequences", iteration.sequences},
                                  {"new_traces", iteration.newTraces},
                                  {"length", iteration.length},
                                  {"complete", !iteration.cut}});
  json["progress"] = JsonValue::array();
  for (const auto& point : coverage.summary.progress)
    json["progress"].push_back({{"seconds", rounded(point.seconds)},
                                {"tests", point.tests},
                                {"call_traces", point.callTraces},
                                {"requirements_covered", point.requirementsCovered}});
}

// How often, by reason.
JsonValue jsonOf(const model::NotComparedCounts& counts) {
  JsonValue json = JsonValue::object();
  for (std::size_t i = 0; i < model::kNotCompared; ++i)
    if (counts[i] > 0)
      json[std::string(toText(static_cast<model::NotCompared>(i)))] = counts[i];
  return json;
}

JsonValue bound(int value) {
  return value < 0 ? JsonValue(nullptr) : JsonValue(value);
}

JsonValue jsonOf(const model::Completeness& c) {
  JsonValue missing = JsonValue::array();
  for (model::Gap gap : gapsOf(c))
    missing.push_back(toText(gap));
  return JsonValue{
      {"missing", missing},
      {"exhausted", c.isExhausted()},
      {"bounds",
       {{"preemptions", bound(c.bounds.preemptions)}, {"delays", bound(c.bounds.delays)}}},
      {"tests", c.tests},
      {"tests_exhausted", c.testsExhausted},
      {"tried_all_tests", c.triedAllTests},
      {"tests_with_omissions", c.testsWithOmissions},
      {"cut_executions", c.cutExecutions},
      {"fair_executions", c.fairExecutions},
      {"tests_with_unknown_orders", c.testsWithUnknownOrders},
      {"tests_failing_serially", c.testsFailingSerially},
      {"methods", c.methods},
      {"methods_tested", c.methodsTested},
      {"methods_not_driven", c.methodsNotDriven},
      {"methods_never_returned", c.methodsNeverReturned},
      {"methods_precompiled", c.methodsPrecompiled},
      {"methods_not_concurrent", c.methodsNotConcurrent},
      {"methods_not_compared", jsonOf(c.methodsNotCompared)},
      {"nothing_observed", c.nothingObserved},
      {"nothing_to_test",
       c.nothingToTest == model::NothingToTest::No ? JsonValue(nullptr)
                                                   : JsonValue(nameOf(c.nothingToTest))},
      {"pairs_left_out", c.pairsLeftOut},
      {"restarts", c.restarts},
      {"other_findings", c.otherFindings},
      {"unconfirmed", c.unconfirmed},
      {"interrupted", c.interrupted}};
}

JsonValue methodsJson(const model::ClassCoverage& coverage) {
  JsonValue list = JsonValue::array();
  for (const MethodUse& method : methodsOf(coverage)) {
    JsonValue json{{"signature", methodText(method)},
                   {"status", nameOf(method.status)},
                   {"driven", method.isDriven()},
                   {"tests", method.tests}};
    if (!method.isDriven())
      json["why_not"] = messageText(method.problem);
    if (method.notCompared != model::NotComparedCounts{})
      json["tests_not_compared"] = jsonOf(method.notCompared);
    list.push_back(std::move(json));
  }
  return list;
}

JsonValue targetJson(const model::ReproduceTarget& target) {
  JsonValue json{{"class", target.className},
                 {"method", target.method},
                 {"kind", toText(target.kind)},
                 {"format", target.format},
                 {"message", target.message},
                 {"location", placeJson(target.location)}};
  json["frames"] =
      target.stacks.empty() ? JsonValue::array() : stackOf(target.stacks.front().frames);
  json["others"] = JsonValue::array();
  for (std::size_t i = 1; i < target.stacks.size(); ++i)
    json["others"].push_back({{"role", target.stacks[i].title},
                              {"method", target.stacks[i].method},
                              {"frames", stackOf(target.stacks[i].frames)}});
  return json;
}

void addReproduction(const model::RunStats& stats,
                     const model::Reproduction& run,
                     JsonValue& json) {
  json["prefixes"] = run.prefixes;
  json["candidates"] = run.candidates;
  json["pruned"] = JsonValue::object();
  for (std::size_t i = 0; i < model::kStackPrunings; ++i)
    json["pruned"][std::string(nameOf(static_cast<model::StackPruning>(i)))] = run.pruned[i];
  json["fallback_tests"] = run.fallback;
  json["reached_alone"] = run.reached;
  json["generate_seconds"] = rounded(run.generateSeconds);
  json["first_finding_test"] = ordinal(stats.firstFinding.test);
  json["test_size"] = stats.testSize;
}

} // namespace

std::string jsonDocument(const model::RunResult& result) {
  JsonValue json{{"heddle", kJsonVersion},
                 {"command", result.command},
                 {"verdict", toText(result.verdict)},
                 {"target", result.target},
                 {"fail_on", toText(result.failOn)},
                 {"findings", listOf(result.findings)},
                 {"completeness", jsonOf(result.completeness)},
                 {"stats", jsonOf(result.stats)}};
  json["stats"]["bounds"] = boundsText(result.completeness);
  if (result.patterns)
    json["coverage"] = jsonOf(*result.patterns, result.stats);
  if (result.coverage) {
    addCoverage(result.stats, *result.coverage, json["stats"]);
    json["class"] = {{"name", result.coverage->subject.name},
                     {"methods", methodsJson(*result.coverage)}};
  }
  if (result.reproduction) {
    json["target"] = targetJson(result.reproduction->target);
    addReproduction(result.stats, result.reproduction->run, json["stats"]);
  }
  if (result.baseline)
    json["baseline"] = {{"file", result.baseline->file}, {"not_seen", result.baseline->notSeen}};
  json["diagnostics"] = diagnosticsJson(result.diagnostics);
  return documentOf(json);
}

} // namespace heddle::report
