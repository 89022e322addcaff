// SPDX-License-Identifier: Apache-2.0
#include "explore/findings_log.h"

#include <utility>

#include "support/check.h"
#include "support/files.h"

namespace heddle::explore {

std::optional<std::size_t> FindingsLog::find(std::uint64_t signature) const {
  auto found = bySignature_.find(signature);
  return found == bySignature_.end() ? std::nullopt : std::optional(found->second);
}

bool FindingsLog::seenBefore(std::uint64_t signature, std::uint64_t step) {
  auto found = bySignature_.find(signature);
  if (found == bySignature_.end())
    return false;
  countAgain(found->second, step);
  return true;
}

void FindingsLog::countAgain(std::size_t record, std::uint64_t step) {
  HEDDLE_CHECK(record < records_.size()) << "record " << record << " of " << records_.size();
  if (std::exchange(lastSeen_[record], step) != step)
    ++records_[record].seen;
}

Result<void> FindingsLog::add(model::FindingRecord record) {
  HEDDLE_CHECK(!full()) << "more than " << kMostFindings << " findings are recorded";
  HEDDLE_CHECK(record.kind != model::FindingKind::None) << "a finding without a kind is recorded";
  Result<void> written = write(record);
  if (records_.size() >= kMostMinimised)
    record.schedule = {};
  bool isNew = bySignature_.emplace(record.signature, records_.size()).second;
  HEDDLE_CHECK(isNew) << "the failure with signature " << record.signature << " is recorded twice";
  lastSeen_.push_back(record.step);
  written_.push_back(record.seen);
  records_.push_back(std::move(record));
  return written;
}

Result<void> FindingsLog::replaceSchedule(model::FindingRecord& record, model::Schedule schedule) {
  HEDDLE_CHECK(&record >= records_.data() && &record < records_.data() + records_.size())
      << "a record of another log is replaced";
  HEDDLE_CHECK(!record.minimised) << "a finding is minimised twice";
  record.schedule = std::move(schedule);
  record.minimised = true;
  written_[static_cast<std::size_t>(&record - records_.data())] = record.seen;
  return write(record);
}

Result<void> FindingsLog::writeCounts() {
  for (std::size_t i = 0; i < records_.size(); ++i)
    if (std::exchange(written_[i], records_[i].seen) != records_[i].seen)
      if (Result<void> written = write(records_[i]); !written)
        return written;
  return {};
}

Result<void> FindingsLog::write(const model::FindingRecord& record) const {
  return appendToFile(path_, model::toText(record));
}

} // namespace heddle::explore
