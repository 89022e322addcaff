// SPDX-License-Identifier: Apache-2.0
// Which locks are held over all accesses, and which are taken inside each other: one test per way to lock.
#include <gmock/gmock.h>

#include "summary_fixture.h"

namespace heddle::frontend {
namespace {

using testing::HasSubstr;

TEST(SummaryLock, KnowsGuardsOfAllKinds) {
  const Summaries s("struct S { void a() { std::lock_guard g(m_); ++x_; } void b() { "
                    "std::unique_lock g(m_); ++x_; }"
                    "  void c() { std::scoped_lock g(m_); ++x_; }"
                    "  void d() { std::scoped_lock g(m_, n_); ++x_; }"
                    "  int e() { std::shared_lock g(rw_); return x_; } void f() { std::unique_lock "
                    "g(rw_); ++x_; }"
                    "  std::mutex m_, n_; std::shared_mutex rw_; int x_ = 0; };");
  EXPECT_EQ(s.locks("a"), "m_");
  EXPECT_EQ(s.locks("b"), "m_");
  EXPECT_EQ(s.locks("c"), "m_");
  EXPECT_EQ(s.locks("d"), "m_ n_");
  EXPECT_EQ(s.nested("d"), "");
  EXPECT_EQ(s.locks("e"), "rw_(shared)");
  EXPECT_EQ(s.locks("f"), "rw_");
  EXPECT_EQ(s.method("a").locks[0].kind, "S::m_");
  EXPECT_TRUE(s.method("a").locks[0].isOwn);
  EXPECT_EQ(s.method("a").locks[0].size, 40u);
}

TEST(SummaryLock, NeedsOneHoldingOverAllAccesses) {
  const Summaries s(
      "struct S { void late() { ++x_; std::lock_guard g(m_); ++x_; }"
      "  void twice() { { std::lock_guard g(m_); ++x_; } { std::lock_guard g(m_); ++x_; } }"
      "  void loop() { for (int i = 0; i < 3; ++i) { std::lock_guard g(m_); ++x_; } }"
      "  void early() { std::lock_guard g(m_); if (x_ > 3) return; ++x_; }"
      "  int size() { std::lock_guard g(m_); return x_; }"
      "  int two() { return size() + size(); } int one() { return size(); }"
      "  void dropped() { std::lock_guard<std::mutex>{m_}; ++x_; }"
      "  std::mutex m_; int x_ = 0; };");
  EXPECT_EQ(s.locks("late"), "");
  EXPECT_EQ(s.locks("twice"), "");
  EXPECT_EQ(s.locks("loop"), "");
  EXPECT_EQ(s.locks("early"), "m_");
  EXPECT_EQ(s.locks("two"), "");
  EXPECT_EQ(s.locks("one"), "m_");
  EXPECT_EQ(s.locks("dropped"), "");
}

TEST(SummaryLock, FollowsUniqueLock) {
  const Summaries s(
      "struct S { void deferred() { std::unique_lock g(m_, std::defer_lock); ++x_; }"
      "  void later() { std::unique_lock g(m_, std::defer_lock); g.lock(); ++x_; }"
      "  void maybe(bool b) { std::unique_lock g(m_, std::defer_lock); if (b) g.lock(); ++x_; }"
      "  void tried() { std::unique_lock g(m_, std::try_to_lock); ++x_; }"
      "  void adopted() { m_.lock(); std::lock_guard g(m_, std::adopt_lock); ++x_; }"
      "  void gap() { std::unique_lock g(m_); ++x_; g.unlock(); g.lock(); ++x_; }"
      "  void ended() { std::unique_lock g(m_); ++x_; g.unlock(); }"
      "  void moved() { std::unique_lock g(m_); auto h = std::move(g); ++x_; }"
      "  void released() { std::unique_lock g(m_); std::mutex* m = g.release(); ++x_; m->unlock(); "
      "}"
      "  std::unique_lock<std::mutex> hold() { return std::unique_lock(m_); }"
      "  std::unique_lock<std::mutex> named() { std::unique_lock g(m_); return g; }"
      "  void viaHold() { auto g = hold(); ++x_; } void viaNamed() { auto g = named(); ++x_; }"
      "  std::mutex m_; int x_ = 0; };");
  EXPECT_EQ(s.locks("deferred"), "");
  EXPECT_EQ(s.locks("later"), "m_");
  EXPECT_EQ(s.locks("maybe"), "");
  EXPECT_EQ(s.locks("tried"), "");
  EXPECT_EQ(s.locks("adopted"), "m_");
  EXPECT_EQ(s.locks("gap"), "");
  EXPECT_EQ(s.locks("ended"), "m_");
  EXPECT_EQ(s.locks("moved"), "m_");
  EXPECT_EQ(s.locks("released"), "m_");
  EXPECT_EQ(s.locks("viaHold"), "m_");
  EXPECT_EQ(s.locks("viaNamed"), "m_");
}

TEST(SummaryLock, FollowsLocksByHand) {
  const Summaries s(
      "struct S { void a() { m_.lock(); ++x_; m_.unlock(); } void b() { m_.lock(); ++x_; "
      "m_.unlock(); ++x_; }"
      "  void c() { if (m_.try_lock()) { ++x_; m_.unlock(); } }"
      "  void d(bool b) { m_.lock(); if (b) { m_.unlock(); return; } ++x_; m_.unlock(); }"
      "  void e() { pthread_mutex_lock(&p_); ++x_; pthread_mutex_unlock(&p_); }"
      "  int f() { rw_.lock_shared(); int v = x_; rw_.unlock_shared(); return v; }"
      "  void g() { std::lock(m_, n_); ++x_; m_.unlock(); n_.unlock(); }"
      "  void h() { begin(); ++x_; end(); }"
      "  private: void begin() { m_.lock(); } void end() { m_.unlock(); }"
      "  std::mutex m_, n_; std::shared_mutex rw_; pthread_mutex_t p_; int x_ = 0; };");
  EXPECT_EQ(s.locks("a"), "m_");
  EXPECT_EQ(s.locks("b"), "");
  EXPECT_EQ(s.locks("c"), "");
  EXPECT_EQ(s.locks("d"), "m_");
  EXPECT_EQ(s.locks("e"), "p_");
  EXPECT_EQ(s.locks("f"), "rw_(shared)");
  EXPECT_EQ(s.locks("g"), "m_ n_");
  EXPECT_EQ(s.nested("g"), "");
  EXPECT_EQ(s.locks("h"), "m_");
}

TEST(SummaryLock, DoesNotCountALockThatIsWaitedWith) {
  const Summaries s(
      "struct S { int take() { std::unique_lock g(m_); cv_.wait(g, [this] { return x_ > 0; });"
      "  return --x_; } void put() { { std::lock_guard g(m_); ++x_; } cv_.notify_one(); }"
      "  std::mutex m_; std::condition_variable cv_; int x_ = 0; };");
  EXPECT_EQ(s.locks("take"), "");
  EXPECT_EQ(s.reads("take"), "x_");
  EXPECT_EQ(s.locks("put"), "m_");
}

TEST(SummaryLock, FollowsLocksOfTheUsersOwn) {
  const Summaries s(
      "struct Mutex { void lock() { inner.lock(); } void unlock() { inner.unlock(); } std::mutex "
      "inner; };"
      "struct Guard { explicit Guard(std::mutex& m) : m_(m) { m_.lock(); } ~Guard() { m_.unlock(); "
      "}"
      "  std::mutex& m_; };"
      "struct Holder { explicit Holder(std::mutex& m) : l_(m) {} std::unique_lock<std::mutex> l_; "
      "};"
      "struct S { void a() { std::lock_guard g(own_); ++x_; } void b() { Guard g(m_); ++x_; }"
      "  void c() { Holder h(m_); ++x_; } void d() { { Guard g(m_); } ++x_; }"
      "  Mutex own_; std::mutex m_; int x_ = 0; };");
  EXPECT_EQ(s.locks("a"), "own_.inner");
  EXPECT_EQ(s.locks("b"), "m_");
  EXPECT_EQ(s.locks("c"), "m_");
  EXPECT_EQ(s.locks("d"), "");
}

TEST(SummaryLock, LooksIntoLocksOfTheUsersOwnThatGuardsTake) {
  const Summaries s(
      "struct L { void lock() { m.lock(); ++depth; } void unlock() { m.unlock(); }"
      "  bool try_lock() { if (!m.try_lock()) return false; ++depth; return true; }"
      "  std::mutex m; int depth = 0; };"
      "struct S { void both() { std::scoped_lock g(a_, b_); ++x_; } void one() { std::lock_guard "
      "g(a_); ++x_; }"
      "  void tried() { std::unique_lock g(a_, std::try_to_lock); }"
      "  void copied(S& o) { std::unique_lock w(rw_, std::defer_lock); std::shared_lock r(o.rw_, "
      "std::defer_lock);"
      "    std::lock(w, r); y_ = o.y_; }"
      "  L a_, b_; std::shared_mutex rw_; int x_ = 0, y_ = 0; };");
  EXPECT_EQ(s.locks("both"), ""); // either depth is changed under one of them
  EXPECT_EQ(s.writes("both"), "a_.depth b_.depth x_");
  EXPECT_EQ(s.nested("both"), "");
  EXPECT_EQ(s.locks("one"), "a_.m");
  EXPECT_EQ(s.writes("tried"), "a_.depth");
  EXPECT_EQ(s.locks("copied"), "rw_");
  ASSERT_EQ(s.method("copied").others.locks.size(), 1u);
  EXPECT_TRUE(s.method("copied").others.locks[0].isShared);
}

TEST(SummaryLock, TakesASpinLockForALockThatOthersWaitFor) {
  const Summaries s("struct Spin { void lock() { while (f.test_and_set()) {} } void unlock() { "
                    "f.clear(); } std::atomic_flag f; };"
                    "struct S { void absorb(S& o) { std::lock_guard g(spin_); std::lock_guard "
                    "h(o.spin_); x_ += o.x_; }"
                    "  void byHand(S& o) { spin_.lock(); o.spin_.lock(); x_ += o.x_; "
                    "o.spin_.unlock(); spin_.unlock(); }"
                    "  void separate(S& o) { spin_.lock(); ++x_; spin_.unlock(); o.spin_.lock(); "
                    "++o.x_; o.spin_.unlock(); }"
                    "  Spin spin_; int x_ = 0; };");
  EXPECT_EQ(s.nested("absorb"), "spin_>o.spin_");
  EXPECT_EQ(s.nested("byHand"), "spin_>o.spin_");
  EXPECT_EQ(s.nested("separate"), "");
  EXPECT_EQ(s.locks("absorb"), ""); // that it works is not known
}

TEST(SummaryLock, NeedsTheLockOfAnotherObjectForItsMemory) {
  const Summaries s("struct S { void forgot(const S& o) { std::lock_guard g(m_); x_ = o.x_; }"
                    "  void both(const S& o) { std::scoped_lock g(m_, o.m_); x_ = o.x_; }"
                    "  int get() const { std::lock_guard g(m_); return x_; }"
                    "  void once(const S& o) { std::lock_guard g(m_); x_ = o.get(); }"
                    "  void twice(const S& o) { std::lock_guard g(m_); x_ = o.get() + o.get(); }"
                    "  void alone() { std::lock_guard g(m_); ++x_; }"
                    "  mutable std::mutex m_; int x_ = 0; };");
  const auto others = [&](const std::string& method) {
    const model::OtherObjects& found = s.method(method).others;
    return std::pair(found.reads.size(), found.locks.size());
  };
  EXPECT_EQ(others("forgot"), std::pair(std::size_t{1}, std::size_t{0}));
  EXPECT_EQ(others("both"), std::pair(std::size_t{1}, std::size_t{1}));
  EXPECT_EQ(others("once"), std::pair(std::size_t{1}, std::size_t{1}));
  EXPECT_EQ(others("twice"), std::pair(std::size_t{1}, std::size_t{0}));
  EXPECT_EQ(others("alone"), std::pair(std::size_t{0}, std::size_t{0}));
  EXPECT_EQ(s.method("both").others.locks[0].path, "m_");
  EXPECT_EQ(s.locks("forgot"), "m_");
}

TEST(SummaryLock, LetsACallbackEnterAnotherObject) {
  const Summaries s(
      "struct S { void run(const std::function<void()>& f) { std::lock_guard g(m_); f(); }"
      "  int bare() const { return x_; } void set(int v) { std::lock_guard g(m_); x_ = v; }"
      "  std::mutex m_; int x_ = 0; };");
  EXPECT_EQ(s.locks("run"), "m_");
  EXPECT_FALSE(s.method("run").others.writes.empty());
  EXPECT_TRUE(s.method("run").others.locks.empty());
}

TEST(SummaryLock, NamesALockBehindAPointerByItsField) {
  const Summaries s(
      "struct S { explicit S(std::mutex& m) : r_(m) {} void a() { std::lock_guard g(r_); ++x_; }"
      "  void b() { std::lock_guard g(*p_); ++x_; } void c() { std::lock_guard g(*q_); ++x_; }"
      "  void change() { q_ = std::make_shared<std::mutex>(); }"
      "  std::mutex& r_; std::shared_ptr<std::mutex> p_ = std::make_shared<std::mutex>();"
      "  std::shared_ptr<std::mutex> q_; int x_ = 0; };");
  EXPECT_EQ(s.locks("a"), "r_");
  EXPECT_EQ(s.locks("b"), "p_");
  EXPECT_EQ(s.locks("c"), "");
}

TEST(SummaryLock, TreatsAOnceFlagAsALock) {
  const Summaries s("struct S { void init() { std::call_once(once_, [this] { x_ = 1; }); }"
                    "  std::once_flag once_; int x_ = 0; };");
  EXPECT_EQ(s.writes("init"), "x_");
  EXPECT_EQ(s.locks("init"), "once_");
}

TEST(SummaryLock, FindsNestedLocks) {
  const Summaries s(
      "struct S { void merge(S& other) { std::lock_guard a(m_); std::lock_guard b(other.m_); x_ += "
      "other.x_; }"
      "  void both(S& other) { std::scoped_lock g(m_, other.m_); x_ += other.x_; }"
      "  bool operator==(const S& other) const { std::lock_guard g(m_); return x_ == other.get(); }"
      "  int get() const { std::lock_guard g(m_); return x_; }"
      "  void registered() { std::lock_guard g(m_); std::lock_guard h(all); ++x_; }"
      "  void call(std::function<void()> f) { std::lock_guard g(m_); f(); }"
      "  void separate(S& other) { { std::lock_guard a(m_); ++x_; } std::lock_guard b(other.m_); }"
      "  void again() { std::lock_guard g(r_); inner(); } void inner() { std::lock_guard g(r_); "
      "++x_; }"
      "  mutable std::mutex m_; std::recursive_mutex r_; inline static std::mutex all; int x_ = 0; "
      "};");
  EXPECT_EQ(s.nested("merge"), "m_>other.m_");
  EXPECT_EQ(s.method("merge").doubleLocks[0].inner.kind, "S::m_");
  EXPECT_FALSE(s.method("merge").doubleLocks[0].inner.isOwn);
  EXPECT_EQ(s.nested("both"), "");
  EXPECT_EQ(s.nested("operator=="), "m_>other.m_");
  EXPECT_EQ(s.nested("registered"), "m_>S::all");
  EXPECT_THAT(s.nested("call"), HasSubstr("m_>f()"));
  EXPECT_EQ(s.method("call").doubleLocks[0].inner.kind, "*");
  EXPECT_EQ(s.nested("separate"), "");
  EXPECT_EQ(s.nested("again"), "");
  EXPECT_EQ(s.locks("again"), "r_");
}

TEST(SummaryLock, FindsLocksOfElementsAndChains) {
  const Summaries s(
      "struct Node { std::mutex lock; Node* next = nullptr; int v = 0; };"
      "struct S { void walk() { Node* n = head_; n->lock.lock(); while (n->next) {"
      "  Node* m = n->next; m->lock.lock(); n->lock.unlock(); n = m; } n->lock.unlock(); }"
      "  void tables() { std::lock_guard g(m_); for (S* s : peers_) s->poke(); }"
      "  void poke() { std::lock_guard g(m_); ++x_; }"
      "  Node* head_ = nullptr; std::vector<S*> peers_; std::mutex m_; int x_ = 0; };");
  EXPECT_THAT(s.nested("walk"), HasSubstr("head_->lock>"));
  EXPECT_THAT(s.nested("tables"), HasSubstr("m_>peers_"));
  EXPECT_EQ(s.method("tables").doubleLocks[0].inner.kind, "S::m_");
}

TEST(SummaryLock, KeepsTheOuterLockInAHandler) {
  const Summaries s(
      "void risky(); struct S { void a() { std::lock_guard g(m_); try { std::lock_guard h(n_);"
      "  risky(); } catch (...) { ++x_; } }"
      "  void b() { try { std::lock_guard g(m_); risky(); } catch (...) { ++x_; } }"
      "  std::mutex m_, n_; int x_ = 0; };");
  EXPECT_EQ(s.locks("a"), "m_");
  EXPECT_EQ(s.locks("b"), "");
}

TEST(SummaryLock, KnowsThatAnOwnLockDoesNotProtectStaticMemory) {
  const Summaries s("struct S { void a() { std::lock_guard g(m_); ++count; ++x_; }"
                    "  void b() { std::lock_guard g(all); ++count; } std::mutex m_; int x_ = 0;"
                    "  inline static std::mutex all; inline static int count = 0; };");
  EXPECT_EQ(s.locks("a"), "");
  EXPECT_EQ(s.locks("b"), "S::all");
}

TEST(SummaryLock, NeedsNoLockForWhatNeverChanges) {
  const Summaries s(
      "struct S { explicit S(int n) : limit_(n) {}"
      "  bool add() { if (limit_ == 0) return false; std::lock_guard g(m_); ++x_; return true; }"
      "  int limit() const { return limit_; } int limit_; std::mutex m_; int x_ = 0; };");
  EXPECT_EQ(s.locks("add"), "m_");
  EXPECT_EQ(s.reads("add"), "limit_ x_");
}

} // namespace
} // namespace heddle::frontend
