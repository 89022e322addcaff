// SPDX-License-Identifier: Apache-2.0
#include "explore/tracing_probe.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

#include "explore/strategies/random_strategy.h"
#include "explore/subject.h"
#include "trace/thread_accesses.h"
#include "trace/trace_recorder.h"

namespace heddle::explore {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kExecutions = 5000; // a fraction of a second
constexpr unsigned kRounds =
    5; // the best one counts: other load on the machine only ever slows down

enum class Tracing : std::uint8_t { Off, On, WithViews };

// Seconds that the executions take.
double secondsOf(Subject& subject, trace::TraceRecorder& recorder, Tracing tracing) {
  subject.setSink(tracing == Tracing::Off ? nullptr : &recorder);
  RandomStrategy random(1);
  auto start = Clock::now();
  for (std::uint64_t i = 0; i < kExecutions; ++i) {
    random.beginExecution(i);
    const runtime::Outcome& outcome = subject.run(random);
    if (tracing == Tracing::WithViews)
      trace::threadAccesses(recorder.finish(outcome));
  }
  return std::chrono::duration<double>(Clock::now() - start).count();
}

} // namespace

std::string probeTracing(const runtime::Options& options) {
  Subject program(options, nullptr);
  trace::TraceRecorder recorder;
  std::array<double, 3> seconds{1e9, 1e9, 1e9};
  secondsOf(program, recorder, Tracing::Off); // learns which memory is shared
  for (unsigned round = 0; round < kRounds; ++round)
    for (Tracing tracing : {Tracing::Off, Tracing::On, Tracing::WithViews}) {
      double& best = seconds[static_cast<unsigned>(tracing)];
      best = std::min(best, secondsOf(program, recorder, tracing));
    }
  std::array<char, 200> line{};
  std::snprintf(line.data(),
                line.size(),
                "tracing %u events: %.0f executions/s untraced, %.0f traced (%.2fx), %.0f with "
                "views (%.2fx)\n",
                recorder.trace().length(),
                kExecutions / seconds[0],
                kExecutions / seconds[1],
                seconds[0] / seconds[1],
                kExecutions / seconds[2],
                seconds[0] / seconds[2]);
  return line.data();
}

} // namespace heddle::explore
