// SPDX-License-Identifier: Apache-2.0
#include "model/classes/check_summary.h"

#include <tuple>

#include "model/forms/field_forms.h"
#include "model/forms/text_form.h"

namespace heddle::model {

template <typename Form, Is<CheckSummary> Value>
void describe(Form& form, Value& summary) {
  form.field("guide", summary.guide);
  form.rows("operation", summary.operations, [](auto& use) {
    static_assert(kNotCompared == 5);
    return std::tie(use.signature,
                    use.runs,
                    use.returned,
                    use.tests,
                    use.testsReturned,
                    use.precompiled,
                    use.notCompared[0],
                    use.notCompared[1],
                    use.notCompared[2],
                    use.notCompared[3],
                    use.notCompared[4],
                    use.problem);
  });
  form.rows("iteration", summary.iterations, [](auto& row) {
    return std::tie(
        row.seconds, row.took, row.saturation, row.sequences, row.newTraces, row.length, row.cut);
  });
  form.rows("progress", summary.progress, [](auto& row) {
    return std::tie(row.seconds, row.tests, row.callTraces, row.requirementsCovered);
  });
  form.rows("shape", summary.shapes, [](auto& use) {
    return std::tie(use.shape, use.tests, use.executions, use.exhausted);
  });
  form.field("changes-state", summary.changesState);
  form.field("tells-states", summary.tellsStates);
  form.field("tests-with-sharing", summary.testsWithSharing);
  form.field("races-left-out", summary.racesLeftOut);
  form.field("pairs", summary.pairs);
  form.field("pairs-pruned", summary.pairsPruned);
  form.field("pairs-restored", summary.pairsRestored);
  form.field("pairs-left-out", summary.pairsLeftOut);
  form.rows("missing", summary.missing, [](auto& text) { return std::tie(text); });
  form.rows("note", summary.notes, [](auto& text) { return std::tie(text); });
}

std::string toText(const CheckSummary& summary) {
  return writeText("check-summary", summary);
}

Result<CheckSummary> checkSummaryFromText(std::string_view text) {
  return readText<CheckSummary>(text, "check-summary");
}

} // namespace heddle::model
