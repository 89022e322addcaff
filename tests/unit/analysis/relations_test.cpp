// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "analysis/lock_order.h"
#include "analysis/relations.h"
#include "support/check.h"

namespace heddle::analysis {
namespace {

using model::ClassSummary;
using model::DoubleLock;
using model::Lock;
using model::MethodSummary;

Lock own(const std::string& path) {
  return {.kind = "C::" + path, .path = path, .isOwn = true};
}

Lock ownShared(const std::string& path) {
  Lock lock = own(path);
  lock.isShared = true;
  return lock;
}

Lock peer(const std::string& path) {
  return {.kind = "C::" + path, .path = "other." + path};
}

Lock unknown() {
  return {.kind = std::string(Lock::kAny), .path = "?"};
}

MethodSummary method(const std::string& name,
                     const std::vector<std::string>& reads,
                     const std::vector<std::string>& writes,
                     const std::vector<Lock>& locks = {},
                     const std::vector<DoubleLock>& doubleLocks = {}) {
  MethodSummary result;
  result.name = name;
  for (const std::string& read : reads)
    result.reads.push_back({.name = read});
  for (const std::string& write : writes)
    result.writes.push_back({.name = write});
  result.locks = locks;
  result.doubleLocks = doubleLocks;
  return result;
}

ClassSummary classOf(const std::vector<MethodSummary>& methods) {
  ClassSummary summary;
  summary.methods = methods;
  return summary;
}

Relation related(const MethodSummary& a, const MethodSummary& b) {
  return relate(classOf({a, b}), 0, 1);
}

Relation withItself(const MethodSummary& a) {
  return relate(classOf({a}), 0, 0);
}

TEST(Conflict, NeedsACommonLocationThatOneWrites) {
  EXPECT_TRUE(related(method("r()", {"x"}, {}), method("w()", {}, {"x"})).conflict);
  EXPECT_TRUE(related(method("w()", {}, {"x"}), method("r()", {"x"}, {})).conflict);
  EXPECT_TRUE(related(method("v()", {}, {"x"}), method("w()", {}, {"x"})).conflict);
  EXPECT_FALSE(related(method("r()", {"x"}, {}), method("s()", {"x"}, {})).conflict);
  EXPECT_FALSE(related(method("r()", {"x"}, {"y"}), method("w()", {}, {"z"})).conflict);
  EXPECT_TRUE(withItself(method("w()", {}, {"x"})).conflict);
  EXPECT_FALSE(withItself(method("r()", {"x"}, {})).conflict);
}

TEST(Conflict, AnywhereMeetsEveryAccessButNotNoAccess) {
  const MethodSummary wild = method("wild()", {}, {"*"});
  EXPECT_TRUE(related(wild, method("r()", {"x"}, {})).conflict);
  EXPECT_TRUE(related(method("w()", {}, {"x"}), method("look()", {"*"}, {})).conflict);
  EXPECT_FALSE(related(wild, method("nothing()", {}, {})).conflict);
  EXPECT_FALSE(related(method("look()", {"*"}, {}), method("r()", {"x"}, {})).conflict);
}

TEST(Parallel, OneCommonOwnLockExcludes) {
  const auto with = [](const std::vector<Lock>& locks) { return method("m()", {}, {"x"}, locks); };
  EXPECT_FALSE(related(with({own("a"), own("b")}), with({own("b")})).parallel);
  EXPECT_TRUE(related(with({own("a")}), with({own("b")})).parallel);
  EXPECT_TRUE(related(with({own("a")}), with({})).parallel);
  EXPECT_TRUE(related(with({peer("a")}), with({peer("a")})).parallel);
  EXPECT_TRUE(related(with({ownShared("a")}), with({ownShared("a")})).parallel);
  EXPECT_FALSE(related(with({ownShared("a")}), with({own("a")})).parallel);
  EXPECT_FALSE(withItself(with({own("a")})).parallel);
}

TEST(DoubleLock, OppositeOrdersDepend) {
  const auto with = [](const DoubleLock& pair) { return method("m()", {}, {}, {}, {pair}); };
  EXPECT_TRUE(related(with({own("a"), own("b")}), with({own("b"), own("a")})).doubleLock);
  EXPECT_FALSE(related(with({own("a"), own("b")}), with({own("a"), own("b")})).doubleLock);
  EXPECT_FALSE(withItself(with({own("a"), own("b")})).doubleLock);
  EXPECT_FALSE(related(with({own("a"), own("b")}), with({own("b"), own("c")})).doubleLock);
  EXPECT_FALSE(related(with({own("a"), own("b")}), method("n()", {}, {})).doubleLock);
}

TEST(DoubleLock, LocksOfTwoObjectsDependWithTheSameMethod) {
  const MethodSummary equals = method("equals()", {}, {}, {}, {{own("m"), peer("m")}});
  EXPECT_TRUE(withItself(equals).doubleLock);
  EXPECT_TRUE(related(equals, method("swap()", {}, {}, {}, {{peer("m"), own("m")}})).doubleLock);
}

TEST(DoubleLock, OwnLocksOfOneDeclarationAreToldApartByTheirPaths) {
  const Lock left{.kind = "Side::m", .path = "left_.m", .isOwn = true};
  const Lock right{.kind = "Side::m", .path = "right_.m", .isOwn = true};
  const MethodSummary forward = method("f()", {}, {}, {}, {{left, right}});
  EXPECT_FALSE(withItself(forward).doubleLock);
  EXPECT_TRUE(related(forward, method("g()", {}, {}, {}, {{right, left}})).doubleLock);
}

TEST(DoubleLock, ElementsOfOneArrayDepend) {
  const Lock stripe{.kind = "C::stripes_", .path = "stripes_[]"};
  EXPECT_TRUE(withItself(method("m()", {}, {}, {}, {{stripe, stripe}})).doubleLock);
}

TEST(DoubleLock, AnUnknownLockIsCompatibleWithAll) {
  EXPECT_TRUE(withItself(method("m()", {}, {}, {}, {{own("a"), unknown()}})).doubleLock);
}

TEST(DoubleLock, ReentryAndReadersDoNotDepend) {
  EXPECT_FALSE(withItself(method("m()", {}, {}, {}, {{own("a"), own("a")}})).doubleLock);
  Lock peerShared = peer("a");
  peerShared.isShared = true;
  EXPECT_FALSE(withItself(method("m()", {}, {}, {}, {{ownShared("a"), peerShared}})).doubleLock);
  EXPECT_TRUE(withItself(method("m()", {}, {}, {}, {{ownShared("a"), peer("a")}})).doubleLock);
}

TEST(Relation, PrunedUnlessItCanFail) {
  Relation relation;
  EXPECT_TRUE(relation.isPruned());
  relation.conflict = true;
  EXPECT_TRUE(relation.isPruned());
  relation.parallel = true;
  EXPECT_FALSE(relation.isPruned());
  relation.conflict = false;
  EXPECT_TRUE(relation.isPruned());
  relation.doubleLock = true;
  EXPECT_FALSE(relation.isPruned());
  relation.doubleLock = false;
  relation.restored = true;
  EXPECT_FALSE(relation.isPruned());
}

TEST(Why, SaysWhatAPersonWouldSay) {
  const MethodSummary close = method("close()", {}, {"open_", "buf_"});
  const MethodSummary read = method("read(char *, int)", {"buf_"}, {}, {own("mutex_")});
  EXPECT_EQ(related(close, read).why,
            "close() writes buf_, read() reads it; close() holds no lock");
  EXPECT_EQ(related(read, close).why,
            "close() writes buf_, read() reads it; close() holds no lock");
  EXPECT_EQ(withItself(close).why, "close() writes open_; it holds no lock");
  const MethodSummary write = method("write()", {}, {"buf_"}, {own("mutex_")});
  EXPECT_EQ(related(read, write).why, "both hold mutex_ over all accesses");
  EXPECT_EQ(withItself(write).why, "it holds mutex_ over all accesses");
  EXPECT_EQ(related(close, write).why,
            "close() writes buf_, write() writes it too; close() holds no lock");
  EXPECT_EQ(related(read, method("size()", {"buf_"}, {})).why,
            "no location in common that one of them writes");
  EXPECT_EQ(withItself(read).why, "it writes nothing that two calls have in common");
  EXPECT_EQ(withItself(method("equals()", {}, {}, {}, {{own("m"), peer("m")}})).why,
            "equals() takes m, then other.m; so does equals() on the other object");
  EXPECT_EQ(related(method("f()", {}, {}, {}, {{own("a"), own("b")}}),
                    method("g()", {}, {}, {}, {{own("b"), own("a")}}))
                .why,
            "f() takes a, then b; g() takes b, then a");
  EXPECT_EQ(related(method("wild()", {}, {"*"}), read).why,
            "wild() may write anything, read() reads buf_; wild() holds no lock");
  EXPECT_EQ(related(method("wild()", {}, {"*"}), method("mad()", {}, {"*"})).why,
            "wild() may write anything, and so may mad(); neither holds a lock");
  EXPECT_EQ(related(method("look()", {"*"}, {}), close).why,
            "close() writes open_, look() may read anything; neither holds a lock");
}

TEST(Why, OverloadsAreNamedByTheirSignatures) {
  EXPECT_EQ(related(method("set(int)", {}, {"x"}), method("set(long)", {}, {"x"})).why,
            "set(int) writes x, set(long) writes it too; neither holds a lock");
  EXPECT_EQ(withItself(method("operator()(int)", {}, {"x"})).why,
            "operator()() writes x; it holds no lock");
}

TEST(RelateAll, GivesEveryPairOnce) {
  const ClassSummary summary =
      classOf({method("a()", {}, {"x"}), method("b()", {"x"}, {}), method("c()", {}, {})});
  const std::vector<Relation> all = relateAll(summary);
  ASSERT_EQ(all.size(), 6U);
  std::size_t at = 0;
  for (std::size_t first = 0; first < 3; ++first) {
    for (std::size_t second = first; second < 3; ++second, ++at) {
      EXPECT_EQ(all[at].first, first);
      EXPECT_EQ(all[at].second, second);
      EXPECT_EQ(all[at].why, relate(summary, first, second).why);
      EXPECT_EQ(all[at].isPruned(), relate(summary, first, second).isPruned());
    }
  }
}

// The lock of one object says nothing about the memory of another object.
TEST(Relations, AnotherObjectNeedsItsOwnLock) {
  MethodSummary copy = method("copy(const C &)", {"x"}, {"x"}, {own("m")});
  copy.others.reads = {{.name = "x"}};
  const MethodSummary set = method("set()", {}, {"x"}, {own("m")});
  const MethodSummary get = method("get()", {"x"}, {}, {own("m")});
  EXPECT_FALSE(related(copy, set).isPruned());
  EXPECT_FALSE(related(set, copy).isPruned());
  EXPECT_FALSE(withItself(copy).isPruned());
  EXPECT_TRUE(related(copy, get).isPruned()); // it only reads there
  EXPECT_EQ(
      related(copy, set).why,
      "copy() reads x of another object, set() writes x, without a common lock of that object");
  copy.others.locks = {ownShared("m")};
  EXPECT_TRUE(related(copy, set).isPruned());
  EXPECT_TRUE(withItself(copy).isPruned());
  copy.others.writes = {{.name = "x"}};
  EXPECT_FALSE(related(copy, method("peek()", {"x"}, {}, {ownShared("m")})).isPruned());
}

TEST(Relations, ThreeMethodsCanDeadlockWhereNoTwoCan) {
  const auto takes = [](const std::string& name, const Lock& outer, const Lock& inner) {
    return method(name, {}, {}, {}, {{.outer = outer, .inner = inner}});
  };
  const MethodSummary ab = takes("ab()", own("a"), own("b")),
                      bc = takes("bc()", own("b"), own("c")),
                      ca = takes("ca()", own("c"), own("a")),
                      ac = takes("ac()", own("a"), own("c"));
  const std::vector<Relation> all = relateAll(classOf({ab, bc, ca}));
  ASSERT_EQ(all.size(), 6u);
  for (const Relation& relation : all)
    EXPECT_EQ(relation.doubleLock, relation.first != relation.second);
  EXPECT_EQ(all[1].why, "ab() takes a, then b; bc() takes b, then c; ca() takes c, then a");
  for (const Relation& relation : relateAll(classOf({ab, bc, ac})))
    EXPECT_TRUE(relation.isPruned()) << relation.why;
  // Readers do not wait for each other.
  const MethodSummary shared = takes("ca()", own("c"), ownShared("a"));
  EXPECT_TRUE(
      cyclesOfThree(classOf({takes("ab()", ownShared("a"), own("b")), bc, shared})).empty());
}

TEST(RelationsDeathTest, MethodsAreGivenInTheirOrder) {
  const MethodSummary push = method("push()", {}, {});
  EXPECT_EXIT(relate(classOf({push, push}), 1, 0),
              testing::ExitedWithCode(kOwnBugExitStatus),
              "methods 1 and 0 of 2");
}

} // namespace
} // namespace heddle::analysis
