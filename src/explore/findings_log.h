// SPDX-License-Identifier: Apache-2.0
// The findings of one harness: each distinct failure once, on disk as soon as it is seen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/harness_protocol.h"
#include "support/result.h"

namespace heddle::explore {

class FindingsLog {
public:
  // Further distinct failures are counted as failures but not recorded: a user would not read them, and
  // memory must stay flat.
  static constexpr std::size_t kMostFindings = 256;
  // The number of findings whose schedules are kept for minimising.
  static constexpr std::size_t kMostMinimised = 16;

  explicit FindingsLog(std::string path) : path_(std::move(path)) {}

  // True if this failure has been recorded before; then it is only counted, once per step of the run.
  bool seenBefore(std::uint64_t signature, std::uint64_t step);
  // Counts a failure that resembles the one of this record, once per step of the run.
  void countAgain(std::size_t record, std::uint64_t step);
  bool full() const { return records_.size() >= kMostFindings; }

  // Appends a new record to the file and remembers it.
  Result<void> add(model::FindingRecord record);
  // Replaces a schedule by a smaller one and appends the new record.
  Result<void> replaceSchedule(model::FindingRecord& record, model::Schedule schedule);

  // Appends the records whose `seen` is not what the file says.
  Result<void> writeCounts();

  // In order of discovery; those after the first kMostMinimised have no schedule.
  std::vector<model::FindingRecord>& records() { return records_; }
  // Its index; nothing if no failure has this signature.
  std::optional<std::size_t> find(std::uint64_t signature) const;
  const std::vector<model::FindingRecord>& records() const { return records_; }

private:
  Result<void> write(const model::FindingRecord& record) const;

  std::string path_;
  std::vector<model::FindingRecord> records_;
  std::vector<std::uint64_t> lastSeen_; // the last step that had the failure, by record
  std::vector<std::uint64_t> written_;  // the value of `seen` in the file, by record
  std::unordered_map<std::uint64_t, std::size_t> bySignature_;
};

} // namespace heddle::explore
