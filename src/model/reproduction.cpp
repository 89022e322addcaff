// SPDX-License-Identifier: Apache-2.0
#include "model/reproduction.h"

#include <algorithm>
#include <tuple>

#include "model/forms/field_forms.h"
#include "model/forms/text_form.h"

namespace heddle::model {

template <typename Form, Is<Reproduction> Value>
void describe(Form& form, Value& run) {
  form.field("prefixes", run.prefixes);
  form.field("levels", run.levels);
  form.field("candidates", run.candidates);
  for (std::size_t i = 0; i < kStackPrunings; ++i)
    form.field("pruned-" + std::string(nameOf(static_cast<StackPruning>(i))), run.pruned[i]);
  form.field("tests", run.tests);
  form.field("fallback", run.fallback);
  form.field("reached", run.reached);
  form.field("sequences", run.sequences);
  form.field("executions", run.executions);
  form.field("generate-seconds", run.generateSeconds);
  form.field("seconds", run.seconds);
  form.field("found", run.found);
  form.field("exhausted", run.exhausted);
  form.field("knows-place", run.knowsPlace);
  form.rows("note", run.notes, [](auto& text) { return std::tie(text); });
}

std::string toText(const Reproduction& reproduction) {
  return writeText("reproduction", reproduction);
}

Result<Reproduction> reproductionFromText(std::string_view text) {
  return readText<Reproduction>(text, "reproduction");
}

} // namespace heddle::model
