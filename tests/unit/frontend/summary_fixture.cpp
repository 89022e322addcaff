// SPDX-License-Identifier: Apache-2.0
#include "summary_fixture.h"

#include <gtest/gtest.h>

#include "report/words/message_text.h"

namespace heddle::frontend {
namespace {

template <typename List, typename Text>
std::string joined(const List& list, Text text) {
  std::string all;
  for (const auto& each : list)
    all += (all.empty() ? "" : " ") + text(each);
  return all;
}

std::string textOf(const model::Lock& lock) {
  return lock.path + (lock.isShared ? "(shared)" : "");
}

} // namespace

Summaries::Summaries(const std::string& text, const std::string& className)
    : summary_(Header(text, {"-include-pch", SUMMARY_HEADERS}).subject(className).summary) {}

Summaries::Summaries(const std::string& text,
                     const std::string& className,
                     const std::string& headers)
    : summary_(Header(headers + text).subject(className).summary) {}

const model::MethodSummary& Summaries::method(const std::string& name) const {
  static const model::MethodSummary kNone;
  for (const model::MethodSummary& each : summary_.methods)
    if (each.name == name || each.name.starts_with(name + "("))
      return each;
  ADD_FAILURE() << "no method " << name;
  return kNone;
}

std::string Summaries::reads(const std::string& name) const {
  return joined(method(name).reads, [](const model::Location& each) { return each.name; });
}

std::string Summaries::writes(const std::string& name) const {
  return joined(method(name).writes, [](const model::Location& each) { return each.name; });
}

std::string Summaries::locks(const std::string& name) const {
  return joined(method(name).locks, textOf);
}

std::string Summaries::nested(const std::string& name) const {
  return joined(method(name).doubleLocks, [](const model::DoubleLock& each) {
    return textOf(each.outer) + ">" + textOf(each.inner);
  });
}

std::string Summaries::unsure(const std::string& name) const {
  return joined(method(name).unsure, report::messageText);
}

} // namespace heddle::frontend
