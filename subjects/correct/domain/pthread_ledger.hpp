// SPDX-License-Identifier: Apache-2.0
// A ledger with a pthread mutex, in the style of older code.
// WRONG: total() does not take the lock.
#pragma once

#include <pthread.h>
#include <vector>

class PthreadLedger {
public:
  PthreadLedger() { pthread_mutex_init(&m_mutex, nullptr); }
  PthreadLedger(const PthreadLedger&) = delete;
  PthreadLedger& operator=(const PthreadLedger&) = delete;
  ~PthreadLedger() { pthread_mutex_destroy(&m_mutex); }

  void book(short amount) {
    pthread_mutex_lock(&m_mutex);
    m_entries.push_back(amount);
    m_total += amount;
    pthread_mutex_unlock(&m_mutex);
  }

  long total() {
#ifdef WRONG
    return m_total;
#else
    pthread_mutex_lock(&m_mutex);
    const long total = m_total;
    pthread_mutex_unlock(&m_mutex);
    return total;
#endif
  }

  bool undo() {
    pthread_mutex_lock(&m_mutex);
    const bool any = !m_entries.empty();
    if (any) {
      m_total -= m_entries.back();
      m_entries.pop_back();
    }
    pthread_mutex_unlock(&m_mutex);
    return any;
  }

private:
  pthread_mutex_t m_mutex;
  std::vector<short> m_entries;
  long m_total = 0;
};
