// SPDX-License-Identifier: Apache-2.0
#include "explore/make_strategy.h"

#include "explore/dfs_strategy.h"
#include "explore/pct_strategy.h"
#include "explore/pos_strategy.h"
#include "explore/random_strategy.h"

namespace heddle::explore {

namespace {

DfsOptions dfsOptions(const model::HarnessRequest& request) {
  DfsOptions options;
  options.preemptionBound = request.preemptionBound;
  options.delayBound = request.delayBound;
  options.checkpoints = request.checkpoints;
  options.jobs = request.jobs;
  options.job = request.job;
  // The request resumes after the execution that was about to run when the process died.
  if (request.firstExecution > request.job)
    options.skip = (request.firstExecution - request.job - 1) / request.jobs;
  return options;
}

} // namespace

std::unique_ptr<Strategy> makeStrategy(const model::HarnessRequest& request) {
  if (request.strategy == "random")
    return std::make_unique<RandomStrategy>(request.seed);
  if (request.strategy == "pct")
    return std::make_unique<PctStrategy>(request.seed, request.pctDepth);
  if (request.strategy == "pos")
    return std::make_unique<PosStrategy>(request.seed);
  if (request.strategy == "dfs")
    return std::make_unique<DfsStrategy>(dfsOptions(request));
  return nullptr;
}

} // namespace heddle::explore
