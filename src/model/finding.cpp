// SPDX-License-Identifier: Apache-2.0
#include "model/finding.h"

#include <array>

#include "model/field_forms.h"
#include "model/text_form.h"

namespace heddle::model {

namespace {

template <typename Form, typename Places>
void describeStack(Form& form, std::string_view key, Places& places) {
  form.rows(key, places, [](auto& p) { return std::tie(p.file, p.line, p.column, p.function); });
}

} // namespace

template <typename Form, Is<ThreadState> Value>
void describe(Form& form, Value& state) {
  form.field("thread", state.thread);
  form.field("entry", state.entry);
  form.field("state", state.state);
  form.list("holds", state.holds);
  describeStack(form, "frame", state.stack);
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

template <typename Form, Is<Finding> Value>
void describe(Form& form, Value& finding) {
  form.field("id", finding.id);
  form.field("kind", finding.kind);
  form.field("title", finding.title);
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
  form.rows("explanation", finding.explanation, [](auto& text) { return std::tie(text); });
  form.rows("step", finding.steps, [](auto& s) {
    return std::tie(s.number,
                    s.thread,
                    s.place.file,
                    s.place.line,
                    s.place.column,
                    s.place.function,
                    s.what,
                    s.variable,
                    s.value,
                    s.switched,
                    s.note,
                    s.essential);
  });
  form.field("steps-left-out", finding.stepsLeftOut);
  form.records("thread", finding.threads);
  describeStack(form, "frame", finding.stack);
  form.field("related", finding.relatedWhat);
  describeStack(form, "related-frame", finding.relatedStack);
  form.rows("note", finding.notes, [](auto& text) { return std::tie(text); });
  form.rows("help", finding.helps, [](auto& text) { return std::tie(text); });
  form.field("output", finding.output);
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
