// SPDX-License-Identifier: Apache-2.0
#include "cli/known_findings.h"

#include <algorithm>
#include <fmt/core.h>
#include <set>

#include "model/known/fingerprint.h"
#include "report/words/object_text.h"
#include "report/words/titles.h"
#include "report/words/wording.h"

namespace heddle::cli {

void compareWithBaseline(const model::Baseline& known,
                         const std::string& file,
                         model::RunResult& result) {
  model::BaselineUse& use = result.baseline.emplace();
  use.file = file;
  std::set<std::string> seen;
  for (model::Finding& finding : result.findings)
    for (const std::string& fingerprint : fingerprintsOf(finding)) {
      finding.known = finding.known || known.has(fingerprint);
      seen.insert(fingerprint);
    }
  for (const model::Baseline::Entry& entry : known.entries)
    if (!seen.contains(entry.fingerprint))
      use.notSeen.push_back(entry.fingerprint);
}

model::Baseline extendedBaseline(model::Baseline known, const model::RunResult& result) {
  for (const model::Finding& finding : result.findings) {
    std::string comment = report::printable(report::titleOf(finding));
    if (!finding.location.file.empty())
      comment += fmt::format(" ({})", report::placeText(finding.location));
    known.add(fingerprintOf(finding), comment);
  }
  return known;
}

} // namespace heddle::cli
