// SPDX-License-Identifier: Apache-2.0
#include "report/diagnostic_text.h"

#include "report/words/object_text.h"

namespace heddle::report {

Lines diagnosticText(const model::Diagnostic& diagnostic, const Paint& paint, std::size_t width) {
  const std::string severity(toText(diagnostic.severity));
  std::string text = printable(diagnostic.message);
  if (!diagnostic.place.file.empty())
    text += " at " + placeText(diagnostic.place);
  Lines lines;
  appendWrapped(lines, severity + ": ", text, width);
  lines.front() = paint.caution(severity) + lines.front().substr(severity.size());
  if (!diagnostic.hint.empty())
    appendWrapped(lines, "  help: ", diagnostic.hint, width);
  return lines;
}

} // namespace heddle::report
