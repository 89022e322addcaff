// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <pthread.h>

namespace heddle::runtime {

int waitCondition(pthread_cond_t* condition, pthread_mutex_t* mutex, std::uint64_t deadline);
int signalCondition(pthread_cond_t* condition);
int broadcastCondition(pthread_cond_t* condition);

} // namespace heddle::runtime
