// SPDX-License-Identifier: Apache-2.0
#include "model/class_summary.h"

#include <tuple>

#include "model/text_form.h"
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

Result<ClassSummary> readClassSummary(const std::string& path) {
  const Result<std::string> text = readFile(path);
  if (!text)
    return Error{"method summaries cannot be read: " + text.error().message};
  Result<ClassSummary> summary = classSummaryFromText(*text);
  if (!summary)
    return Error{"method summaries cannot be read: " + path + ": " + summary.error().message};
  return summary;
}

} // namespace heddle::model
