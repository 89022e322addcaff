// SPDX-License-Identifier: Apache-2.0
#include "model/harness_protocol.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "model/forms/explanation_form.h"
#include "model/forms/field_forms.h"
#include "model/forms/text_form.h"

namespace heddle::model {

template <>
struct FieldForm<StrategyChoice> {
  static std::string write(StrategyChoice choice) { return std::string(toText(choice)); }
  static bool read(std::string_view word, StrategyChoice& choice) {
    return strategyFromText(word, choice);
  }
};

template <typename Form, Is<HarnessRequest> Value>
void describe(Form& form, Value& request) {
  form.field("mode", request.mode);
  form.field("strategy", request.strategy);
#define HEDDLE_STRATEGY_OPTION(owner, type, name, standard, file, flag, low, high, chooses, help)  \
  form.field(file, request.strategyOptions.name);
#define HEDDLE_STRATEGY_SWITCH(owner, name, standard, file, flag, help)                            \
  form.field(file, request.strategyOptions.name);
#define HEDDLE_STRATEGY_CHOICE(owner, type, name, standard, file, flag, help)                      \
  form.field(file, request.strategyOptions.name);
#define HEDDLE_STRATEGY_RULES(owner, type, name, file, flag, help)                                 \
  form.field(file, request.strategyOptions.name);
#include "model/lists/strategy_options.def"
#undef HEDDLE_STRATEGY_OPTION
#undef HEDDLE_STRATEGY_SWITCH
#undef HEDDLE_STRATEGY_CHOICE
#undef HEDDLE_STRATEGY_RULES
  form.rows("focus", request.focus, [](auto& line) { return std::tie(line.file, line.line); });
  form.field("seed", request.seed);
  form.field("first-execution", request.resume.firstExecution);
  form.field("phase", request.resume.phase);
  form.field("phase-start", request.resume.phaseStart);
  form.field("executions", request.executions);
  form.field("seconds", request.seconds);
  form.field("jobs", request.jobs);
  form.field("job", request.job);
  form.field("keep-going", request.keepGoing);
  form.field("after-race", request.afterRace);
  form.field("all-causes", request.allCauses);
  form.field("minimise", request.minimise);
  form.field("detect-races", request.detectRaces);
  form.field("detect-leaks", request.detectLeaks);
  form.field("reuse-heap", request.reuseHeap);
  form.field("max-events", request.maxEvents);
  form.field("patience-nanoseconds", request.patienceNanoseconds);
  form.field("arena-bytes", request.arenaBytes);
  form.field("stack-bytes", request.stackBytes);
  form.field("stdin-path", request.stdinPath);
  form.field("status-path", request.statusPath);
  form.field("findings-path", request.findingsPath);
  form.field("coverage", request.coverage);
  form.field("coverage-path", request.coveragePath);
  form.field("explore.trace-set-path", request.explore.traceSetPath);
  form.field("check.guide", request.check.guide);
  form.field("check.prunings", request.check.prunings);
  form.field("check.saturation", request.check.saturation);
  form.field("check.tests", request.check.tests);
  form.field("check.generate-only", request.check.generateOnly);
  form.field("check.methods-path", request.check.methodsPath);
  form.field("check.test", request.check.test);
  form.rows("check.function", request.check.functions, [](auto& function) {
    return std::tie(function.symbol, function.hasBody, function.returnsValue);
  });
  form.field("check.summary-path", request.check.summaryPath);
  form.field("reproduce.target", request.reproduce.target);
  form.field("reproduce.prunings", request.reproduce.prunings);
  form.field("reproduce.tests", request.reproduce.tests);
  form.field("reproduce.methods-path", request.reproduce.methodsPath);
  form.field("reproduce.summary-path", request.reproduce.summaryPath);
  form.field("replay.schedule", request.replay.schedule);
  form.field("replay.endless", request.replay.endless);
  form.field("replay.signature", request.replay.signature);
  form.field("replay.test", request.replay.test);
  form.field("replay.trace-path", request.replay.tracePath);
  form.field("describe.test", request.describe.test);
  form.field("describe.source-path", request.describe.sourcePath);
  form.field("probe.result-path", request.probe.resultPath);
}

template <typename Form, Is<FindingRecord> Value>
void describe(Form& form, Value& record) {
  form.field("kind", record.kind);
  form.field("severity-reason", record.severityReason);
  form.field("signature", record.signature);
  form.field("step", record.step);
  form.field("position", record.position.test, record.position.execution);
  form.field("seconds", record.seconds);
  form.field("message", record.message);
  form.field("minimised", record.minimised);
  form.field("original-steps", record.originalSteps);
  form.field("original-preemptions", record.originalPreemptions);
  form.field("seen", record.seen);
  form.field("schedule", record.schedule);
  form.field("test", record.test);
  form.field("sequence-pair", record.sequencePair);
  form.record("explanation", record.explanation);
  form.field("meets-target", record.meetsTarget);
}

namespace {

// Null: the mode answers with findings alone.
template <typename Request>
auto* answerField(Request& request) {
  switch (request.mode) {
  case HarnessMode::Explore:
    break;
  case HarnessMode::Replay:
    return &request.replay.tracePath;
  case HarnessMode::ProbeCheckpoints:
  case HarnessMode::ProbeTracing:
    return &request.probe.resultPath;
  case HarnessMode::Check:
    return &request.check.summaryPath;
  case HarnessMode::Describe:
    return &request.describe.sourcePath;
  case HarnessMode::Reproduce:
    return &request.reproduce.summaryPath;
  }
  return static_cast<decltype(&request.stdinPath)>(nullptr);
}

} // namespace

std::string answerPath(const HarnessRequest& request) {
  const std::string* field = answerField(request);
  return field == nullptr ? "" : *field;
}

void setAnswerPath(HarnessRequest& request, const std::string& path) {
  if (std::string* field = answerField(request))
    *field = path;
}

void setMessage(HarnessStatus& status, const Message& message) {
  const std::string text = toText(message);
  const std::size_t length = std::min(text.size(), sizeof status.message - 1);
  std::memcpy(status.message, text.data(), length);
  status.message[length] = '\0';
}

Message messageOf(const HarnessStatus& status) {
  Message message;
  messageFromText({status.message, ::strnlen(status.message, sizeof status.message)}, message);
  return message;
}

std::string toText(const HarnessRequest& request) {
  return writeText("request", request);
}

Result<HarnessRequest> requestFromText(std::string_view text) {
  return readText<HarnessRequest>(text, "request");
}

std::string toText(const FindingRecord& record) {
  return writeAppendable("record", record);
}

std::vector<FindingRecord> findingRecordsFromText(std::string_view text) {
  return readAppended<FindingRecord>(text, "record");
}

} // namespace heddle::model
