// SPDX-License-Identifier: Apache-2.0
// The file form of an Explanation, which findings and their records contain.
#pragma once

#include "model/explanation.h"
#include "model/forms/field_forms.h"
#include "model/forms/text_form.h"

namespace heddle::model {

template <typename Form, Is<Explanation::SerialOrder> Value>
void describe(Form& form, Value& order) {
  form.list("lanes", order.lanes);
  form.rows("outcome", order.outcomes, [](auto& o) { return std::tie(o.end, o.text); });
}

template <typename Form, Is<Explanation> Value>
void describe(Form& form, Value& explanation) {
  form.rows("call", explanation.calls, [](auto& c) { return std::tie(c.lane, c.source); });
  form.rows("observed", explanation.observed, [](auto& o) { return std::tie(o.end, o.text); });
  form.records("order", explanation.serial);
  form.list("threads", explanation.threads);
}

} // namespace heddle::model
