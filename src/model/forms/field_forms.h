// SPDX-License-Identifier: Apache-2.0
// How the model's own small types are written as one field of a file.
#pragma once

#include "model/failure_target.h"
#include "model/finding_kind.h"
#include "model/forms/enum_names.h"
#include "model/forms/enum_set.h"
#include "model/forms/text_form.h"
#include "model/memory_location.h"
#include "model/message.h"
#include "model/schedule.h"
#include "model/test.h"
#include "model/trace.h"

namespace heddle::model {

template <NamedEnum E>
struct FieldForm<E> {
  static std::string write(E value) { return std::string(nameOf(value)); }
  static bool read(std::string_view word, E& value) { return readName(word, value); }
};

template <NamedEnum E>
struct FieldForm<EnumSet<E>> {
  static std::string write(const EnumSet<E>& values) { return toText(values); }
  static bool read(std::string_view word, EnumSet<E>& values) {
    values = {};
    return addNamed(word, values);
  }
};

template <>
struct FieldForm<Message> {
  static std::string write(const Message& message) { return toText(message); }
  static bool read(std::string_view word, Message& message) {
    return messageFromText(word, message);
  }
};

template <>
struct FieldForm<MemoryLocation> {
  static std::string write(const MemoryLocation& location) { return toText(location); }
  static bool read(std::string_view word, MemoryLocation& location) {
    return memoryLocationFromText(word, location);
  }
};

template <>
struct FieldForm<Schedule> {
  static std::string write(const Schedule& schedule) { return toText(schedule); }
  static bool read(std::string_view word, Schedule& schedule) {
    auto parsed = scheduleFromText(word);
    if (parsed)
      schedule = std::move(*parsed);
    return parsed.has_value();
  }
};

template <>
struct FieldForm<Test> {
  static std::string write(const Test& test) { return test.empty() ? "" : toText(test); }
  static bool read(std::string_view word, Test& test) {
    test = {};
    if (word.empty())
      return true;
    auto parsed = testFromText(word);
    if (parsed)
      test = std::move(*parsed);
    return parsed.has_value();
  }
};

template <>
struct FieldForm<FailureTarget> {
  static std::string write(const FailureTarget& target) {
    return target.threads.empty() ? "" : toText(target);
  }
  static bool read(std::string_view word, FailureTarget& target) {
    target = {};
    if (word.empty())
      return true;
    auto parsed = failureTargetFromText(word);
    if (parsed)
      target = std::move(*parsed);
    return parsed.has_value();
  }
};

} // namespace heddle::model
