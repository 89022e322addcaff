// SPDX-License-Identifier: Apache-2.0
// A clock thread rings the alarms that are due. It looks at the first alarm without the lock; a client that cancels its alarm between
// the two reads leaves a null pointer.
// Thesis: alarmclock, 3 threads, null pointer caused by a race.
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

struct Alarm {
  int due;
  bool rung = false;
  Alarm* next = nullptr;
};

class AlarmClock {
public:
  // Rings every alarm that is due.
  void tick() {
#ifdef FIXED
    const std::lock_guard lock(mutex_);
#endif
    if (first_ == nullptr)
      return;
    if (first_->due > now_ + 1) // BUG
      return;
#ifndef FIXED
    const std::lock_guard lock(mutex_);
#endif
    ++now_;
    while (first_ != nullptr && first_->due <= now_) {
      first_->rung = true;
      first_ = first_->next;
    }
    changed_.notify_all();
  }
  // No alarm rings after this, and no client sleeps.
  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }
  void sleepUntil(int due) {
    Alarm alarm{due};
    std::unique_lock lock(mutex_);
    insert(alarm);
    while (!alarm.rung && !stopped_)
      changed_.wait(lock);
    remove(alarm);
  }
  void set(Alarm& alarm) {
    const std::lock_guard lock(mutex_);
    insert(alarm);
  }
  void cancel(Alarm& alarm) {
    const std::lock_guard lock(mutex_);
    remove(alarm);
  }

private:
  void insert(Alarm& alarm) {
    Alarm** place = &first_;
    while (*place != nullptr && (*place)->due <= alarm.due)
      place = &(*place)->next;
    alarm.next = *place;
    *place = &alarm;
  }
  void remove(Alarm& alarm) {
    for (Alarm** place = &first_; *place != nullptr; place = &(*place)->next)
      if (*place == &alarm) {
        *place = alarm.next;
        return;
      }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  Alarm* first_ = nullptr;
  int now_ = 0;
  bool stopped_ = false;
};

} // namespace

int main() {
  AlarmClock alarms;
  Alarm timeout{2};
  std::thread clock([&] {
    alarms.tick();
    alarms.stop();
  });
  std::thread sleeper([&] { alarms.sleepUntil(1); });
  std::thread client([&] {
    alarms.set(timeout);
    alarms.cancel(timeout);
  });
  clock.join();
  sleeper.join();
  client.join();
}
