// SPDX-License-Identifier: Apache-2.0
#include "model/finding.h"

#include <array>

#include "model/forms/explanation_form.h"
#include "model/forms/field_forms.h"
#include "model/forms/text_form.h"

namespace heddle::model {

namespace {

// Earlier versions had sentences instead, under these keys.
constexpr int kFirstWithFacts = 3;
constexpr std::array<std::string_view, 8> kWords = {
    "title", "explanation", "step", "thread", "related", "related-frame", "note", "help"};

template <typename Form, typename Places>
void describeStack(Form& form, std::string_view key, Places& places) {
  form.rows(key, places, [](auto& p) { return std::tie(p.file, p.line, p.column, p.function); });
}

} // namespace

template <typename Form, Is<ThreadState> Value>
void describe(Form& form, Value& state) {
  form.field("thread", state.thread);
  form.field("entry", state.entry);
  form.field("is-test", state.isTest);
  form.rows("call", state.calls, [](auto& c) {
    return std::tie(c.source, c.outcome.end, c.outcome.text);
  });
  form.field("status", state.status);
  form.field("access", state.access, state.object);
  form.field("wait", state.wait.operation, state.wait.object, state.wait.holder);
  form.rows("holds", state.holds, [](auto& h) {
    return std::tie(
        h.operation, h.object, h.place.file, h.place.line, h.place.column, h.place.function);
  });
  describeStack(form, "frame", state.stack);
}

template <typename Form, Is<RelatedEvent> Value>
void describe(Form& form, Value& related) {
  form.field("relation", related.relation, related.thread);
  describeStack(form, "frame", related.stack);
}

template <typename Form, Is<OrderedPair> Value>
void describe(Form& form, Value& pair) {
  form.field("kind", pair.kind);
  form.rows("access", pair.accesses, [](auto& a) {
    return std::tie(a.step,
                    a.thread,
                    a.kind,
                    a.object,
                    a.place.file,
                    a.place.line,
                    a.place.column,
                    a.place.function);
  });
}

template <typename Form, Is<Consequence> Value>
void describe(Form& form, Value& consequence) {
  form.field("kind", consequence.kind);
  form.list("methods", consequence.methods);
  form.list("variables", consequence.variables);
  form.field("seen", consequence.seen);
}

template <typename Form, Is<Program> Value>
void describe(Form& form, Value& program) {
  form.list("sources", program.sources);
  form.list("arguments", program.arguments);
  form.list("cxxflags", program.cxxflags);
  form.list("ldflags", program.ldflags);
  form.field("build-directory", program.buildDirectory);
  form.field("working-directory", program.workingDirectory);
  form.field("binary", program.binary);
  form.field("fingerprint", program.fingerprint);
  form.field("class", program.className);
  form.field("values", program.valuesFile);
}

// What happened, as data.
template <typename Form, typename Value>
void describeFacts(Form& form, Value& finding) {
  form.field("message", finding.message);
  form.record("explanation", finding.explanation);
  form.field("failing-thread", finding.thread);
  form.field("accessed", finding.accessed);
  auto& race = finding.race;
  form.field("race",
             race.firstThread,
             race.firstWrites,
             race.secondThread,
             race.secondWrites,
             race.object);
  form.list("methods", finding.methods);
  form.rows("object", finding.objects, [](auto& o) {
    return std::tie(o.name, o.location, o.alias, o.isAmbiguous, o.number, o.thread);
  });
  form.rows("step", finding.steps, [](auto& s) {
    return std::tie(s.number,
                    s.thread,
                    s.kind,
                    s.place.file,
                    s.place.line,
                    s.place.column,
                    s.place.function,
                    s.object,
                    s.value.kind,
                    s.value.text,
                    s.value.location,
                    s.switched.reason,
                    s.switched.object,
                    s.edge.kind,
                    s.edge.thread,
                    s.edge.step,
                    s.edge.value.kind,
                    s.edge.value.text,
                    s.edge.value.location,
                    s.essential);
  });
  form.records("thread", finding.threads);
  form.record("related", finding.related);
  form.rows("note", finding.notes, [](auto& message) { return std::tie(message); });
  form.records("why", finding.why);
  form.list("cause-variables", finding.cause.variables);
  form.list("cause-methods", finding.cause.methods);
  form.list("cause-unlocked", finding.cause.unlocked);
  form.list("cause-raced", finding.cause.raced);
  form.records("also", finding.also);
}

template <typename Form, Is<Finding> Value>
void describe(Form& form, Value& finding) {
  form.field("id", finding.id);
  form.field("kind", finding.kind);
  form.field("severity-reason", finding.severityReason);
  auto& at = finding.location;
  form.field("location", at.file, at.line, at.column, at.function);
  form.record("program", finding.program);
  form.list("engine-flags", finding.engineFlags);
  form.field("seed", finding.seed);
  form.field("schedule", finding.schedule);
  form.field("preemptions", finding.preemptions);
  form.field("events", finding.events);
  form.field("original-preemptions", finding.originalPreemptions);
  form.field("original-events", finding.originalEvents);
  form.field("execution", finding.position.execution);
  form.field("seen", finding.seen);
  form.field("seconds", finding.seconds);
  form.field("signature", finding.signature);
  form.field("trace-hash", finding.traceHash);
  form.field("replays", finding.replays, finding.replaysFailed);
  form.field("test", finding.test);
  form.field("test-number", finding.position.test);
  form.field("sequence-pair", finding.sequencePair);
  form.field("test-file", finding.testFile);
  form.field("test-command", finding.testCommand);
  form.rows("test-line", finding.testLines, [](auto& text) { return std::tie(text); });
  form.field("steps-left-out", finding.stepsLeftOut);
  describeStack(form, "frame", finding.stack);
  form.field("output", finding.output);
  if (form.version() >= kFirstWithFacts)
    return describeFacts(form, finding);
  for (const std::string_view words : kWords)
    form.skip(words);
}

std::string_view toText(StackComparison comparison) {
  static constexpr std::array<std::string_view, 4> kNames = {"", "exact", "moved", "different"};
  return kNames[static_cast<std::size_t>(comparison)];
}

std::string toText(const Finding& finding) {
  return writeText("finding", finding);
}

Result<Finding> findingFromText(std::string_view text) {
  return readText<Finding>(text, "finding");
}

} // namespace heddle::model
