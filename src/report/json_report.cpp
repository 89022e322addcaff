// SPDX-License-Identifier: Apache-2.0
// One versioned document per search.
#include <algorithm>

#include "report/coverage_text.h"
#include "report/json_parts.h"
#include "report/names.h"
#include "report/report.h"

namespace heddle::report {

using model::Finding;
using model::SourcePlace;

namespace {

// Declared before listOf, which calls them for its elements.
Json jsonOf(const model::Step& step);
Json jsonOf(const model::ThreadState& state);
Json jsonOf(const Finding& finding);

template <typename T>
Json listOf(const std::vector<T>& values) {
  Json list = Json::array();
  for (const auto& value : values)
    list.push_back(jsonOf(value));
  return list;
}

// A frame without source still has a name.
Json stackOf(const std::vector<SourcePlace>& places) {
  Json list = Json::array();
  for (const auto& place : places)
    list.push_back(place.file.empty() ? Json{{"function", place.function}} : placeJson(place));
  return list;
}

Json jsonOf(const model::Step& step) {
  Json json{{"thread", threadName(step.thread)},
            {"site", placeJson(step.place)},
            {"what", step.what},
            {"variable", step.variable},
            {"value", step.value},
            {"step", step.number},
            {"essential", step.essential}};
  if (!step.switched.empty())
    json["switch"] = step.switched;
  if (!step.note.empty())
    json["note"] = step.note;
  return json;
}

Json jsonOf(const model::ThreadState& state) {
  return Json{{"thread", threadName(state.thread)},
              {"function", state.entry},
              {"state", state.state},
              {"holds", state.holds},
              {"stack", stackOf(state.stack)}};
}

Json jsonOf(const Finding& finding) {
  Json json{{"id", finding.id},
            {"kind", toText(finding.kind)},
            {"title", finding.title},
            {"location", placeJson(finding.location)},
            {"test", finding.testFile.empty() ? Json(nullptr) : Json(finding.testFile)},
            {"schedule", finding.id + ".heddle"},
            {"preemptions", finding.preemptions},
            {"steps", listOf(finding.steps)},
            {"steps_left_out", finding.stepsLeftOut},
            {"threads", listOf(finding.threads)},
            {"stack", stackOf(finding.stack)}};
  if (!finding.relatedWhat.empty())
    json["related"] = {{"what", finding.relatedWhat}, {"stack", stackOf(finding.relatedStack)}};
  if (finding.comparison != model::StackComparison::NotCompared)
    json["matches"] = toText(finding.comparison);
  json["notes"] = finding.notes;
  json["helps"] = finding.helps;
  json["output"] = finding.output;
  json["seen"] = finding.seen;
  json["execution"] = finding.execution;
  json["events"] = finding.events;
  json["original_events"] = finding.originalEvents;
  json["original_preemptions"] = finding.originalPreemptions;
  json["replays"] = {{"run", finding.replays}, {"failed", finding.replaysFailed}};
  if (finding.testNumber == 0)
    return json;
  json["test_number"] = finding.testNumber;
  json["test_lines"] = finding.testLines;
  json["test_command"] = finding.testCommand;
  json["explanation"] = finding.explanation;
  return json;
}

Json jsonOf(const model::RunStats& stats) {
  const bool found = stats.firstFindingExecution > 0;
  Json json = Json::object();
  model::forEachCounter(
      stats, [&](std::string_view name, std::uint64_t value) { json[std::string(name)] = value; });
  json.update(Json{
      {"seconds", rounded(stats.seconds)},
      {"total_seconds", rounded(stats.totalSeconds)},
      {"first_finding_execution", found ? Json(stats.firstFindingExecution) : Json(nullptr)},
      {"first_finding_seconds", found ? Json(rounded(stats.firstFindingSeconds)) : Json(nullptr)},
      {"peak_rss_mb", std::lround(stats.peakRssMb)},
      {"seed", stats.seed},
      {"strategy", stats.strategy},
      {"bounds", stats.bounds},
      {"threads", stats.threads},
      {"jobs", stats.jobs},
      {"restarts", stats.restarts},
      {"replay_executions", stats.replayExecutions}});
  return json;
}

// What a check adds to the statistics.
void addCoverage(const model::RunStats& stats, const model::ClassCoverage& coverage, Json& json) {
  const std::vector<MethodUse> methods = methodsOf(coverage);
  const auto driven = std::ranges::count(methods, std::string(), &MethodUse::problem);
  json["first_finding_test"] =
      stats.firstFindingTest > 0 ? Json(stats.firstFindingTest) : Json(nullptr);
  json["guide"] = coverage.summary.guide;
  json["generate_seconds"] = rounded(stats.generateSeconds);
  json["methods_driven"] = driven;
  json["methods_skipped"] = methods.size() - static_cast<std::size_t>(driven);
  json["units"] = coverage.summary.units;
  json["units_exhausted"] = coverage.summary.unitsExhausted;
  json["pairs"] = coverage.summary.pairs;
  json["pairs_pruned"] = coverage.summary.pairsPruned;
  json["pairs_restored"] = coverage.summary.pairsRestored;
  json["summary_missing"] = coverage.summary.missing;
  json["shapes"] = Json::array();
  for (const auto& shape : coverage.summary.shapes)
    json["shapes"].push_back({{"shape", shape.shape},
                              {"units", shape.units},
                              {"executions", shape.executions},
                              {"exhausted", shape.exhausted}});
  json["iterations"] = Json::array();
  for (const auto& iteration : coverage.summary.iterations)
    json["iterations"].push_back({{"seconds", rounded(iteration.seconds)},
                                  {"saturation", iteration.saturation},
                                  {"sequences", iteration.sequences},
                                  {"new_traces", iteration.newTraces},
                                  {"length", iteration.length},
                                  {"complete", !iteration.cut}});
  json["progress"] = Json::array();
  for (const auto& point : coverage.summary.progress)
    json["progress"].push_back({{"seconds", rounded(point.seconds)},
                                {"tests", point.tests},
                                {"call_traces", point.callTraces},
                                {"requirements_covered", point.requirementsCovered}});
}

Json methodsJson(const model::ClassCoverage& coverage) {
  Json list = Json::array();
  for (const MethodUse& method : methodsOf(coverage)) {
    Json json{{"signature", method.signature},
              {"driven", method.problem.empty()},
              {"tests", method.tests}};
    if (!method.problem.empty())
      json["why_not"] = method.problem;
    list.push_back(std::move(json));
  }
  return list;
}

Json targetJson(const model::ReproduceTarget& target) {
  Json json{{"class", target.className},
            {"method", target.method},
            {"kind", toText(target.kind)},
            {"format", target.format},
            {"message", target.message},
            {"location", placeJson(target.location)}};
  json["frames"] = target.stacks.empty() ? Json::array() : stackOf(target.stacks.front().frames);
  json["others"] = Json::array();
  for (std::size_t i = 1; i < target.stacks.size(); ++i)
    json["others"].push_back({{"role", target.stacks[i].title},
                              {"method", target.stacks[i].method},
                              {"frames", stackOf(target.stacks[i].frames)}});
  return json;
}

void addReproduction(const model::RunStats& stats, const model::Reproduction& run, Json& json) {
  json["prefixes"] = run.prefixes;
  json["candidates"] = run.candidates;
  json["pruned"] = Json::object();
  for (std::size_t i = 0; i < model::kStackPrunings; ++i)
    json["pruned"][std::string(toText(static_cast<model::StackPruning>(i)))] = run.pruned[i];
  json["fallback_tests"] = run.fallback;
  json["reached_alone"] = run.reached;
  json["generate_seconds"] = rounded(run.generateSeconds);
  json["first_finding_test"] = stats.firstFindingTest;
  json["test_size"] = stats.testSize;
}

} // namespace

std::string renderJson(const model::RunResult& result) {
  Json json{{"heddle", kJsonVersion},
            {"command", result.command},
            {"verdict", toText(result.verdict)},
            {"target", result.target},
            {"findings", listOf(result.findings)},
            {"stats", jsonOf(result.stats)}};
  if (result.coverage) {
    addCoverage(result.stats, *result.coverage, json["stats"]);
    json["class"] = {{"name", result.coverage->subject.name},
                     {"methods", methodsJson(*result.coverage)}};
  }
  if (result.reproduction) {
    json["target"] = targetJson(result.reproduction->target);
    addReproduction(result.stats, result.reproduction->run, json["stats"]);
  }
  json["diagnostics"] = diagnosticsJson(result.diagnostics);
  return documentOf(json);
}

} // namespace heddle::report
