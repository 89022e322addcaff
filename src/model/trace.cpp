// SPDX-License-Identifier: Apache-2.0
#include "model/trace.h"

#include "model/forms/field_forms.h"
#include "model/forms/text_form.h"

namespace heddle::model {

namespace {

// A stack is a list of one-line frames in its record.
template <typename Form, typename Frames>
void describeStack(Form& form, std::string_view key, Frames& frames) {
  form.rows(key, frames, [](auto& f) { return std::tie(f.pc, f.module, f.offset); });
}

} // namespace

template <typename Form, Is<BlockedThread> Value>
void describe(Form& form, Value& blocked) {
  form.field("thread", blocked.thread);
  form.field("operation", blocked.operation);
  form.field("location", blocked.location);
  form.field("holder", blocked.holder);
  describeStack(form, "frame", blocked.stack);
}

template <typename Form, Is<HeldLock> Value>
void describe(Form& form, Value& held) {
  form.field("thread", held.thread);
  form.field("location", held.location);
  describeStack(form, "frame", held.acquiredAt);
}

template <typename Form, Is<Race> Value>
void describe(Form& form, Value& race) {
  form.field("location", race.location);
  form.field("first", race.firstThread, race.firstSite, race.firstIsWrite, race.firstStep);
  form.field("second", race.secondThread, race.secondSite, race.secondIsWrite, race.secondStep);
}

template <typename Form, Is<Trace> Value>
void describe(Form& form, Value& trace) {
  form.field("kind", trace.kind);
  form.field("thread", trace.thread);
  form.field("site-of-failure", trace.site);
  form.field("message", trace.message);
  form.field("exit-status", trace.exitStatus);
  form.field("unsupported", trace.unsupported);
  form.field("hash", trace.hash);
  form.field("event-count", trace.eventCount);
  form.rows("site", trace.sites, [](auto& s) {
    return std::tie(s.id, s.file, s.line, s.column, s.function, s.variable);
  });
  form.rows("location", trace.locations, [](auto& location) { return std::tie(location); });
  form.list("globals", trace.globals);
  form.lists("stack", trace.stacks);
  form.rows("event", trace.events, [](auto& e) {
    return std::tie(e.step,
                    e.thread,
                    e.kind,
                    e.site,
                    e.location,
                    e.size,
                    e.hasValue,
                    e.isPointer,
                    e.value,
                    e.callerPc,
                    e.stack);
  });
  form.field("events-left-out", trace.eventsLeftOut);
  describeStack(form, "frame", trace.stack);
  form.field("related", trace.relation, trace.relatedThread);
  describeStack(form, "related-frame", trace.relatedStack);
  form.records("blocked", trace.blocked);
  form.records("held", trace.held);
  form.records("race", trace.races);
  form.rows("call", trace.calls, [](auto& c) {
    return std::tie(c.lane,
                    c.index,
                    c.thread,
                    c.firstStep,
                    c.lastStep,
                    c.threw,
                    c.refused,
                    c.comparable,
                    c.result);
  });
  form.field("output", trace.output);
}

std::string toText(const Trace& trace) {
  return writeText("trace", trace);
}

Result<Trace> traceFromText(std::string_view text) {
  return readText<Trace>(text, "trace");
}

} // namespace heddle::model
