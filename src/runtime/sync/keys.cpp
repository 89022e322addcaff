// SPDX-License-Identifier: Apache-2.0
// pthread keys. libc's own table is not restored between executions, and its keys would run out, so they are modelled.
#include "runtime/sync/keys.h"

#include <climits>

#include <cerrno>
#include <pthread.h>

#include "runtime/races/race_detector.h"
#include "runtime/state.h"
#include "runtime/system/modules.h"
#include "runtime/system/real_calls.h"

namespace heddle::runtime {

struct KeyTable {
  void (*destructors[kMaxKeys])(void*);
  bool used[kMaxKeys];
};

namespace {

KeyTable baseKeys;
void* baseValues[kMaxKeys]; // set before the first execution, by the only thread at that time

const KeyTable& keys() {
  return engine.inSubject && exec.keys != nullptr ? *exec.keys : baseKeys;
}

// The table to modify. An execution that modifies it gets its own copy.
KeyTable& ownKeys() {
  if (!engine.inSubject)
    return baseKeys;
  if (exec.keys == nullptr) {
    exec.keys = scratchNew<KeyTable>();
    *exec.keys = baseKeys;
  }
  return *exec.keys;
}

bool isValid(pthread_key_t key) {
  return key < kMaxKeys && keys().used[key];
}

} // namespace

void resetKeys() {
  exec.keys = nullptr;
}

void runKeyDestructors() {
  Fiber& fiber = currentFiber();
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS && fiber.keyValues != nullptr;
       ++round) {
    bool again = false;
    for (unsigned key = 0; key < kMaxKeys; ++key) {
      void* value = fiber.keyValues[key];
      auto* destructor = keys().used[key] ? keys().destructors[key] : nullptr;
      if (value == nullptr || destructor == nullptr)
        continue;
      fiber.keyValues[key] = nullptr;
      UnseenSynchronisation unseen(isStandardLibraryCode(reinterpret_cast<void*>(destructor)));
      destructor(value);
      again = true;
    }
    if (!again)
      return;
  }
}

} // namespace heddle::runtime

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

HEDDLE_INTERPOSE int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) noexcept {
  for (unsigned i = 0; i < kMaxKeys; ++i) {
    if (keys().used[i])
      continue;
    ownKeys().used[i] = true;
    ownKeys().destructors[i] = destructor;
    *key = i;
    return 0;
  }
  return EAGAIN;
}

HEDDLE_INTERPOSE int pthread_key_delete(pthread_key_t key) noexcept {
  if (!isValid(key))
    return EINVAL;
  ownKeys().used[key] = false;
  for (unsigned i = 0; i < exec.threads; ++i)
    if (fibers[i].keyValues != nullptr)
      fibers[i].keyValues[key] = nullptr;
  return 0;
}

HEDDLE_INTERPOSE int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
  if (!isValid(key))
    return EINVAL;
  if (!engine.inSubject) {
    baseValues[key] = const_cast<void*>(value);
    return 0;
  }
  Fiber& fiber = currentFiber();
  if (fiber.keyValues == nullptr)
    fiber.keyValues = scratchNew<void*>(kMaxKeys);
  fiber.keyValues[key] = const_cast<void*>(value);
  return 0;
}

HEDDLE_INTERPOSE void* pthread_getspecific(pthread_key_t key) noexcept {
  if (key >= kMaxKeys)
    return nullptr;
  if (!engine.inSubject)
    return baseValues[key];
  const Fiber& fiber = currentFiber();
  return fiber.keyValues == nullptr ? nullptr : fiber.keyValues[key];
}

HEDDLE_INTERPOSE int tss_create(unsigned* key, void (*destructor)(void*)) {
  return pthread_key_create(key, destructor) == 0 ? 0 : 2;
}
HEDDLE_INTERPOSE void tss_delete(unsigned key) {
  pthread_key_delete(key);
}
HEDDLE_INTERPOSE int tss_set(unsigned key, void* value) {
  return pthread_setspecific(key, value) == 0 ? 0 : 2;
}
HEDDLE_INTERPOSE void* tss_get(unsigned key) {
  return pthread_getspecific(key);
}
