// SPDX-License-Identifier: Apache-2.0
// Pages of `heddle deps`: a small class, one with more methods than a screen has lines, one without methods.
#include "cases.h"

namespace heddle::golden {

using model::ClassSummary;
using model::Lock;
using model::MessageId;
using model::MethodSummary;
using report::Dependencies;

namespace {

Lock own(const std::string& path) {
  return {.kind = "Stream::" + path, .path = path, .isOwn = true, .offset = 8, .size = 40};
}

MethodSummary method(const std::string& name,
                     const std::vector<std::string>& reads,
                     const std::vector<std::string>& writes,
                     const std::vector<Lock>& locks = {}) {
  MethodSummary out;
  out.name = name;
  for (const std::string& read : reads)
    out.reads.push_back({.name = read});
  for (const std::string& write : writes)
    out.writes.push_back({.name = write});
  out.locks = locks;
  return out;
}

Dependencies dependenciesOf(ClassSummary summary) {
  Dependencies out;
  out.summary = std::move(summary);
  out.relations = analysis::relateAll(out.summary);
  out.seconds = 0.75;
  return out;
}

Dependencies stream() {
  ClassSummary summary;
  summary.className = "io::Stream<char>";
  Lock shared = own("mutex_");
  shared.isShared = true;
  MethodSummary equals =
      method("operator==(const Stream<char> &) const", {"buf_", "pos_"}, {}, {own("mutex_")});
  equals.doubleLocks = {
      {own("mutex_"), {.kind = "Stream::mutex_", .path = "other.mutex_", .offset = 8, .size = 40}}};
  MethodSummary notify = method("notify()", {"*"}, {"*"});
  const Lock unknown{.kind = std::string(Lock::kAny), .path = "hook_"};
  const Lock another{.kind = std::string(Lock::kAny), .path = "told"};
  notify.doubleLocks = {{own("mutex_"), unknown}, {own("mutex_"), another}}; // shown as one
  notify.unsure = {
      {.id = MessageId::CodeNotVisible, .arguments = {"hook_()", "stream.hpp:41"}},
      {.id = MessageId::CodeNotVisible, .arguments = {"Listener::told()", "stream.hpp:42"}},
      {.id = MessageId::CodeNotVisible, .arguments = {"std::qsort()", "stream.hpp:43"}}};
  summary.methods = {method("close()", {}, {"buf_", "open_"}),
                     method("read(char *, int)", {"buf_"}, {"pos_"}, {own("mutex_")}),
                     method("skip(int)", {"buf_"}, {"pos_"}, {own("mutex_")}),
                     method("position() const", {"pos_"}, {}, {shared}),
                     equals,
                     notify,
                     method("limit()", {}, {})};
  Dependencies out = dependenciesOf(std::move(summary));
  out.diagnostics.push_back({.severity = model::Severity::Note,
                             .code = "flags",
                             .message = "bodies of methods from stream.cpp",
                             .place = {},
                             .hint = ""});
  return out;
}

Dependencies manyMethods() {
  ClassSummary summary;
  summary.className = "Chart";
  for (int i = 0; i < 30; ++i) {
    const std::string number = std::to_string(i);
    summary.methods.push_back(
        method("setAxis" + number + "(int)", {"axis" + number + "_"}, {"range_"}));
    summary.methods.push_back(method("axis" + number + "() const", {"axis" + number + "_"}, {}));
  }
  return dependenciesOf(std::move(summary));
}

Dependencies noMethods() {
  ClassSummary summary;
  summary.className = "Empty";
  return dependenciesOf(std::move(summary));
}

} // namespace

std::vector<DepsCase> depsCases() {
  return {{.name = "deps", .make = stream},
          {.name = "deps-many-methods", .make = manyMethods, .isLarge = true},
          {.name = "deps-no-methods", .make = noMethods}};
}

} // namespace heddle::golden
