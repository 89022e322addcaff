// SPDX-License-Identifier: Apache-2.0
#include "explore/checkpoint_probe.h"

#include <array>
#include <chrono>
#include <cstdio>

#include "explore/strategies/strategy.h"
#include "explore/subject.h"

namespace heddle::explore {

namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned kRepetitions = 2000;

double microsecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

// Runs until blocked. At point number `at` it saves a number of times; when it is rolled back to that point, it ends
// the execution immediately, so that only restoring is measured. The clock is read outside executions, because it is
// virtual inside.
class Probe final : public runtime::Chooser {
public:
  Probe(unsigned slot, std::uint64_t at, unsigned saves) : slot_(slot), at_(at), saves_(saves) {}

  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override {
    points_ = point.step;
    if (point.step == at_)
      for (unsigned i = 0; i < saves_; ++i)
        if (runtime::saveCheckpoint(slot_))
          runtime::abandonExecution();
    return untilBlocked(point);
  }
  unsigned pick(const runtime::Choice&) override { return 0; }

  std::uint64_t points() const { return points_; }

private:
  unsigned slot_;
  std::uint64_t at_;
  unsigned saves_;
  std::uint64_t points_ = 0;
};

double microsecondsToRun(Subject& subject, Probe& probe) {
  auto start = Clock::now();
  subject.run(probe);
  return microsecondsSince(start);
}

} // namespace

std::string probeCheckpoints(const runtime::Options& options) {
  Subject program(options, nullptr);
  unsigned slot = program.lease().takeSlot();
  Probe plain(slot, 0, 0);
  microsecondsToRun(program, plain);
  if (plain.points() < 2)
    return "no scheduling point to save a checkpoint at\n";
  Probe saving(slot, plain.points() - 1, kRepetitions);
  microsecondsToRun(program, saving); // maps the buffer
  double saved = microsecondsToRun(program, saving) - microsecondsToRun(program, plain);
  auto start = Clock::now();
  for (unsigned i = 0; i < kRepetitions; ++i)
    program.runFrom(slot, saving);
  double restored = microsecondsSince(start);
  std::array<char, 160> line{};
  std::snprintf(line.data(),
                line.size(),
                "checkpoint of %zu KB: save %.2f us, restore %.2f us\n",
                runtime::checkpointSize(slot) >> 10,
                saved / kRepetitions,
                restored / kRepetitions);
  return line.data();
}

} // namespace heddle::explore
