// SPDX-License-Identifier: Apache-2.0
#include "model/classes/class_summary.h"

#include <tuple>

#include "model/forms/field_forms.h"
#include "model/forms/text_form.h"
#include "support/files.h"

namespace heddle::model {

namespace {

auto tieLocation(auto& location) {
  return std::tie(location.name, location.offset, location.size);
}

auto tieLock(auto& lock) {
  return std::tie(lock.kind, lock.path, lock.isOwn, lock.isShared, lock.offset, lock.size);
}

} // namespace

template <typename Form, Is<MethodSummary> Value>
void describe(Form& form, Value& method) {
  form.field("operation", method.operation);
  form.field("name", method.name);
  form.rows("read", method.reads, [](auto& location) { return tieLocation(location); });
  form.rows("write", method.writes, [](auto& location) { return tieLocation(location); });
  form.rows("lock", method.locks, [](auto& lock) { return tieLock(lock); });
  form.rows("other-read", method.others.reads, [](auto& each) { return tieLocation(each); });
  form.rows("other-write", method.others.writes, [](auto& each) { return tieLocation(each); });
  form.rows("other-lock", method.others.locks, [](auto& lock) { return tieLock(lock); });
  form.rows("double-lock", method.doubleLocks, [](auto& pair) {
    return std::tuple_cat(tieLock(pair.outer), tieLock(pair.inner));
  });
  form.rows("unsure", method.unsure, [](auto& text) { return std::tie(text); });
}

template <typename Form, Is<ClassSummary> Value>
void describe(Form& form, Value& summary) {
  form.field("class", summary.className);
  form.records("method", summary.methods);
  form.field("starts-threads", summary.startsThreads);
  form.rows("note", summary.notes, [](auto& text) { return std::tie(text); });
}

std::string toText(const ClassSummary& summary) {
  return writeText("class-summary", summary);
}

Result<ClassSummary> classSummaryFromText(std::string_view text) {
  return readText<ClassSummary>(text, "class-summary");
}

std::optional<ClassSummary> readClassSummary(const std::string& path, Message& problem) {
  const Result<std::string> text = readFile(path);
  if (!text) {
    problem = {.id = MessageId::SummariesUnreadable,
               .arguments = {path, std::to_string(text.error().file.code)}};
    return std::nullopt;
  }
  Result<ClassSummary> summary = classSummaryFromText(*text);
  if (summary)
    return std::move(*summary);
  problem = {.id = MessageId::SummariesMalformed, .arguments = {path}};
  return std::nullopt;
}

} // namespace heddle::model
