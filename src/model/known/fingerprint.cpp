// SPDX-License-Identifier: Apache-2.0
#include "model/known/fingerprint.h"

#include <algorithm>
#include <set>

namespace heddle::model {

namespace {

constexpr std::string_view kSeparator = " | ";
constexpr std::string_view kNone = "-";

using Names = std::set<std::string>; // sorted: which thread came first does not matter

std::string listed(const Names& names) {
  std::string text;
  for (const std::string& name : names)
    (text += text.empty() ? "" : ", ") += name;
  std::ranges::replace(text, '\n', ' ');
  return text.empty() ? std::string(kNone) : text;
}

std::string subjectOf(const Program& program) {
  if (!program.className.empty())
    return program.className;
  const std::string source = program.sources.empty() ? std::string(kNone) : program.sources.front();
  return source.substr(source.find_last_of('/') + 1); // npos + 1 is 0
}

// Functions in which threads of a program fail, wait or race.
Names functionsOf(const Finding& finding) {
  Names names;
  for (const ThreadState& state : finding.threads)
    if (!state.stack.empty() &&
        (state.status == ThreadStatus::Failed || state.status == ThreadStatus::Accessing ||
         state.status == ThreadStatus::WaitingFor))
      names.insert(state.stack.front().function);
  if (names.empty() && !finding.location.function.empty())
    names.insert(finding.location.function);
  return names;
}

void addObject(const Finding& finding, ObjectIndex object, Names& names) {
  if (object > 0 && object < finding.objects.size() && !finding.objects[object].name.empty())
    names.insert(finding.objects[object].name);
}

// Without code that no call of the test runs.
Names withNames(const std::vector<std::string>& list) {
  Names names(list.begin(), list.end());
  names.erase("");
  return names;
}

Names methodsOf(const Finding& finding) {
  for (const std::vector<std::string>& list : {finding.cause.methods, finding.methods})
    if (Names names = withNames(list); !names.empty())
      return names;
  return functionsOf(finding);
}

Names variablesOf(const Finding& finding) {
  if (Names names = withNames(finding.cause.variables); !names.empty())
    return names;
  Names names;
  if (!finding.accessed.empty())
    names.insert(finding.accessed);
  if (finding.kind == FindingKind::DataRace)
    addObject(finding, finding.race.object, names);
  for (const ThreadState& state : finding.threads)
    if (state.status == ThreadStatus::WaitingFor)
      addObject(finding, state.wait.object, names);
  return names;
}

std::string fingerprintAs(FindingKind kind, const Finding& finding) {
  std::string text(toText(kind));
  text += ' ';
  text += subjectOf(finding.program);
  text += kSeparator;
  text += listed(methodsOf(finding));
  text += kSeparator;
  text += listed(variablesOf(finding));
  return text;
}

} // namespace

std::string fingerprintOf(const Finding& finding) {
  return fingerprintAs(finding.kind, finding);
}

std::vector<std::string> fingerprintsOf(const Finding& finding) {
  std::vector<FindingKind> kinds{finding.kind};
  for (const Consequence& other : finding.also)
    if (std::ranges::find(kinds, other.kind) == kinds.end())
      kinds.push_back(other.kind);
  std::vector<std::string> fingerprints;
  fingerprints.reserve(kinds.size());
  for (const FindingKind kind : kinds)
    fingerprints.push_back(fingerprintAs(kind, finding));
  return fingerprints;
}

std::string problemOfFingerprint(std::string_view text) {
  const std::string_view kind = text.substr(0, text.find(' '));
  FindingKind known{};
  if (!readName(kind, known) || known == FindingKind::None)
    return "unknown kind of finding: `" + std::string(kind) + "`";
  const std::size_t first = text.find(kSeparator);
  if (first == std::string_view::npos || first <= kind.size() ||
      text.find(kSeparator, first + kSeparator.size()) == std::string_view::npos)
    return "expected `KIND CLASS | METHODS | VARIABLES`";
  return "";
}

} // namespace heddle::model
