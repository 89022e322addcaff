// SPDX-License-Identifier: Apache-2.0
#include "model/classes/class_model.h"

#include <algorithm>
#include <array>

#include "model/forms/field_forms.h"
#include "model/forms/text_form.h"

namespace heddle::model {

template <>
struct FieldForm<OperationKind> {
  static constexpr std::array<std::string_view, 4> kNames = {
      "constructor", "factory", "method", "static-method"};

  static std::string write(OperationKind kind) {
    return std::string(kNames[static_cast<std::size_t>(kind)]);
  }
  static bool read(std::string_view word, OperationKind& kind) {
    const auto* name = std::ranges::find(kNames, word);
    kind = static_cast<OperationKind>(name - kNames.begin());
    return name != kNames.end();
  }
};

template <typename Form, Is<OperationModel> Value>
void describe(Form& form, Value& operation) {
  form.field("kind", operation.kind);
  form.field("name", operation.name);
  form.field("signature", operation.signature);
  form.field("then", operation.then);
  form.field("result", operation.result);
  form.field("file", operation.file);
  form.field("line", operation.line);
  form.field("const", operation.isConst);
  form.field("nodiscard", operation.nodiscard);
  form.field("has-body", operation.hasBody);
  form.field("symbol", operation.symbol);
  form.field("unsupported", operation.unsupported);
}

template <typename Form, Is<ClassModel::LeftOut> Value>
void describe(Form& form, Value& leftOut) {
  form.field("member", leftOut.kind);
  form.field("what", leftOut.what);
  form.field("why", leftOut.why);
}

template <typename Form, Is<ClassModel> Value>
void describe(Form& form, Value& model) {
  form.field("name", model.name);
  form.field("short-name", model.shortName);
  form.field("header", model.header);
  form.field("file", model.file);
  form.field("line", model.line);
  form.records("operation", model.operations);
  form.records("left-out", model.leftOut);
  form.rows("include", model.includes, [](auto& text) { return std::tie(text); });
  form.field("support-code", model.supportCode);
  form.rows("note", model.notes, [](auto& note) { return std::tie(note); });
}

std::string toText(const ClassModel& model) {
  return writeText("class", model);
}

Result<ClassModel> classModelFromText(std::string_view text) {
  return readText<ClassModel>(text, "class");
}

} // namespace heddle::model
