// SPDX-License-Identifier: Apache-2.0
// Mutexes. The state is kept inside the user's pthread_mutex_t, so that snapshots include it; `__kind` is where
// glibc's static initialisers put it.
#pragma once

#include <cstdint>
#include <pthread.h>

namespace heddle::runtime {

int lockMutex(pthread_mutex_t* mutex);
int tryLockMutex(pthread_mutex_t* mutex);
// Virtual deadline.
int timedLockMutex(pthread_mutex_t* mutex, std::uint64_t deadline);
int unlockMutex(pthread_mutex_t* mutex);
int initialiseMutex(pthread_mutex_t* mutex, int kind);
int destroyMutex(pthread_mutex_t* mutex);

// For condition variables: releases the mutex completely, and acquires it again to the same depth.
unsigned releaseForWait(pthread_mutex_t* mutex);
void reacquireAfterWait(pthread_mutex_t* mutex, unsigned depth, bool timedOut);
bool isHeldByCurrent(const pthread_mutex_t* mutex);
bool isFree(const pthread_mutex_t* mutex);

} // namespace heddle::runtime
