// SPDX-License-Identifier: Apache-2.0
// Facts about programs that are written by hand: paths, threads, locks, typed pairs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/flow/program_facts.h"
#include "test_program.h"

namespace heddle::analysis::flow {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::vector<Partner> partners(const AccessFacts& facts, Site site) {
  std::span<const Partner> found = facts.partnersOf(site);
  return {found.begin(), found.end()};
}

bool arePair(const AccessFacts& facts, Site a, Site b, PairKind kind) {
  const bool oneWay = std::ranges::count(facts.partnersOf(a), Partner{b, kind}) == 1;
  const bool otherWay = std::ranges::count(facts.partnersOf(b), Partner{a, kind}) == 1;
  EXPECT_EQ(oneWay, otherWay) << "pairs are symmetric";
  return oneWay;
}

bool readWrite(const AccessFacts& facts, Site a, Site b) {
  return arePair(facts, a, b, PairKind::ReadWrite);
}

// ---- paths

TEST(Reachability, FollowsBranchesByTheirOutcome) {
  TestProgram test;
  Site branch, yes, no, after;
  {
    Code main(test, "main");
    branch = main.branch([&] { yes = main.read(main.global("x")); },
                         [&] { no = main.read(main.global("x")); });
    after = main.read(main.global("x"));
  }
  const ProgramFacts facts(test.program, {});
  EXPECT_TRUE(facts.mayReach(branch, yes));
  EXPECT_TRUE(facts.mayReach(branch, no));
  EXPECT_TRUE(facts.mayReachAfterBranch(branch, true, yes));
  EXPECT_FALSE(facts.mayReachAfterBranch(branch, false, yes));
  EXPECT_TRUE(facts.mayReachAfterBranch(branch, false, no));
  EXPECT_TRUE(facts.mayReachAfterBranch(branch, false, after));
  EXPECT_FALSE(facts.mayReach(yes, no));
  EXPECT_FALSE(facts.mayReach(after, yes));
}

TEST(Reachability, AnAccessReachesItselfOnlyInALoop) {
  TestProgram test;
  Site once, again;
  {
    Code main(test, "main");
    once = main.read(main.global("x"));
    main.loop([&] { again = main.read(main.global("x")); });
  }
  const ProgramFacts facts(test.program, {});
  EXPECT_FALSE(facts.mayReach(once, once));
  EXPECT_TRUE(facts.mayReach(again, again));
}

TEST(Reachability, ReturnsToCallersButDoesNotConfuseThem) {
  TestProgram test;
  Site inCallee, beforeFirst, afterFirst, afterSecond;
  {
    Code callee(test, "callee");
    inCallee = callee.read(callee.global("x"));
  }
  {
    Code first(test, "first");
    beforeFirst = first.read(first.global("x"));
    first.call("callee");
    afterFirst = first.read(first.global("x"));
  }
  {
    Code second(test, "second");
    second.call("callee");
    afterSecond = second.read(second.global("x"));
  }
  {
    Code main(test, "main");
    main.branch([&] { main.call("first"); }, [&] { main.call("second"); });
  }
  const ProgramFacts facts(test.program, {});
  EXPECT_TRUE(facts.mayReach(beforeFirst, inCallee));
  EXPECT_TRUE(facts.mayReach(beforeFirst, afterFirst));
  EXPECT_TRUE(facts.mayReach(inCallee, afterFirst));
  EXPECT_TRUE(facts.mayReach(inCallee, afterSecond))
      << "the caller of a running callee is not known";
  EXPECT_FALSE(facts.mayReach(beforeFirst, afterSecond)) << "callee returns to where it was called";
}

TEST(Reachability, KnowsRecursion) {
  TestProgram test;
  Site before, after;
  {
    Code self(test, "self");
    before = self.read(self.global("x"));
    self.branch([&] { self.call("self"); });
    after = self.read(self.global("x"));
  }
  {
    Code main(test, "main");
    main.call("self");
  }
  const ProgramFacts facts(test.program, {});
  EXPECT_TRUE(facts.mayReach(before, before));
  EXPECT_TRUE(facts.mayReach(after, after)) << "in the caller";
  EXPECT_FALSE(facts.mayReach(after, before));
}

TEST(Reachability, AnExceptionDoesNotContinueAfterTheCall) {
  TestProgram test;
  Site before, skipped, handled;
  {
    Code fails(test, "fails");
    before = fails.read(fails.global("x"));
    fails.throws();
  }
  {
    Code middle(test, "middle");
    middle.tryCall("fails", [&] { middle.throws(); });
    skipped = middle.read(middle.global("x"));
  }
  {
    Code main(test, "main");
    main.tryCall("middle", [&] { handled = main.read(main.global("x")); });
  }
  const ProgramFacts facts(test.program, {});
  EXPECT_TRUE(facts.mayReach(before, handled));
  EXPECT_FALSE(facts.mayReach(before, skipped));
}

TEST(Reachability, IndirectCallsGoWhereTheirPointerPoints) {
  TestProgram test;
  Site one, two, three, call;
  {
    Code code(test, "one");
    one = code.read(code.global("x"));
  }
  {
    Code code(test, "two");
    two = code.read(code.global("x"));
  }
  {
    Code code(test, "three");
    three = code.read(code.global("x"));
  }
  test.table("vtable", {"one", "two"});
  {
    Code main(test, "main");
    ValueId object = main.heap();
    main.store(object, main.global("vtable"));
    main.call(main.load(main.field(main.load(object), 8)));
    call = main.callSite();
    main.call("one");
    main.branch([&] { main.call("three"); });
  }
  const ProgramFacts facts(test.program, {});
  EXPECT_TRUE(facts.mayReach(call, two));
  EXPECT_TRUE(facts.mayReach(call, one));
  EXPECT_FALSE(facts.mayReach(one, two));
  EXPECT_TRUE(facts.mayReach(one, three));
  EXPECT_EQ(facts.assumptions().unresolvedCalls, 0u);
}

TEST(Reachability, UnknownPointersMayCallWhatUnknownCodeKnows) {
  TestProgram test;
  Site known, secret, call;
  {
    Code code(test, "known");
    known = code.read(code.global("x"));
  }
  {
    Code code(test, "secret");
    secret = code.read(code.global("x"));
  }
  {
    Code main(test, "main");
    main.call("someLibrary", {main.function("known")});
    main.call(main.unknown());
    call = main.callSite();
  }
  {
    Code code(test, "unused");
    code.call("secret");
  }
  const ProgramFacts facts(test.program, {});
  EXPECT_TRUE(facts.mayReach(call, known));
  EXPECT_FALSE(facts.mayReach(call, secret)) << "no unknown code has its address";
  EXPECT_EQ(facts.assumptions().unresolvedCalls, 1u);
  EXPECT_EQ(facts.assumptions().unknownFunctions, 1u);
}

TEST(Reachability, UnknownCodeMayCallBackAgain) {
  TestProgram test;
  Site one, two, after;
  {
    Code code(test, "one");
    one = code.read(code.global("x"));
  }
  {
    Code code(test, "two");
    two = code.read(code.global("x"));
  }
  {
    Code main(test, "main");
    main.call("someLibrary", {main.function("one"), main.function("two")});
    after = main.read(main.global("x"));
  }
  const ProgramFacts facts(test.program, {});
  EXPECT_TRUE(facts.mayReach(one, one));
  EXPECT_TRUE(facts.mayReach(one, two));
  EXPECT_TRUE(facts.mayReach(two, one));
  EXPECT_TRUE(facts.mayReach(two, after));
  EXPECT_FALSE(facts.mayReach(after, one)) << "main does not call the library again";
}

TEST(Reachability, AnswersYesAboutSitesThatItDoesNotKnow) {
  TestProgram test;
  Site known;
  {
    Code main(test, "main");
    known = main.read(main.global("x"));
  }
  Site other = test.site(abi::SiteKind::Load);
  const ProgramFacts facts(test.program, {});
  EXPECT_TRUE(facts.knows(known));
  EXPECT_FALSE(facts.knows(other));
  EXPECT_FALSE(facts.knows(nullptr));
  EXPECT_TRUE(facts.mayReach(known, other));
  EXPECT_TRUE(facts.mayReach(nullptr, known));
  EXPECT_TRUE(facts.mayStartReach(nullptr, known));
}

TEST(Reachability, OfANewThreadBeginsWithItsStartFunction) {
  TestProgram test;
  Site inThread, inMain;
  Code::Created created{};
  {
    Code thread(test, "thread");
    inThread = thread.read(thread.global("x"));
  }
  {
    Code main(test, "main");
    created = main.create("thread");
    inMain = main.read(main.global("x"));
  }
  const ProgramFacts facts(test.program, {});
  EXPECT_TRUE(facts.mayStartReach(created.site, inThread));
  EXPECT_FALSE(facts.mayStartReach(created.site, inMain));
  EXPECT_FALSE(facts.mayReach(created.site, inThread)) << "the creator does not execute it";
}

// ---- threads

TEST(ThreadOrder, CreatingAndJoiningOrdersTheCreator) {
  TestProgram test;
  Site before, during, after, inThread;
  {
    Code thread(test, "thread");
    inThread = thread.write(thread.global("x"));
  }
  {
    Code main(test, "main");
    before = main.write(main.global("x"));
    auto created = main.create("thread");
    during = main.read(main.global("x"));
    main.join(created.thread);
    after = main.read(main.global("x"));
  }
  const ProgramFacts facts(test.program, {});
  EXPECT_FALSE(readWrite(facts, before, inThread));
  EXPECT_TRUE(readWrite(facts, during, inThread));
  EXPECT_FALSE(readWrite(facts, after, inThread));

  const ProgramFacts blind(test.program, {.threadOrder = false});
  EXPECT_TRUE(readWrite(blind, before, inThread));
  EXPECT_TRUE(readWrite(blind, after, inThread));
}

TEST(ThreadOrder, AJoinOnSomePathsDoesNotOrder) {
  TestProgram test;
  Site after, inThread;
  {
    Code thread(test, "thread");
    inThread = thread.write(thread.global("x"));
  }
  {
    Code main(test, "main");
    auto created = main.create("thread");
    main.branch([&] { main.join(created.thread); });
    after = main.read(main.global("x"));
  }
  EXPECT_TRUE(readWrite(ProgramFacts(test.program, {}), after, inThread));
}

TEST(ThreadOrder, AHandleThatMayBeAnotherThreadDoesNotOrder) {
  TestProgram test;
  Site after, inThread;
  {
    Code thread(test, "thread");
    inThread = thread.write(thread.global("x"));
  }
  {
    Code main(test, "main");
    ValueId handle = main.local();
    main.store(handle, main.create("thread").thread);
    main.store(handle, main.create("thread").thread);
    main.join(main.load(handle));
    after = main.read(main.global("x"));
  }
  EXPECT_TRUE(readWrite(ProgramFacts(test.program, {}), after, inThread));
}

TEST(ThreadOrder, ThreadsAfterAJoinDoNotMeetThoseBefore) {
  TestProgram test;
  Site first, second, third;
  auto thread = [&](const char* name) {
    Code code(test, name);
    return code.write(code.global("x"));
  };
  first = thread("first");
  second = thread("second");
  third = thread("third");
  {
    Code main(test, "main");
    auto one = main.create("first");
    main.create("second");
    main.join(one.thread);
    main.create("third");
  }
  const ProgramFacts facts(test.program, {});
  EXPECT_TRUE(readWrite(facts, first, second));
  EXPECT_TRUE(readWrite(facts, second, third));
  EXPECT_FALSE(readWrite(facts, first, third));
  EXPECT_FALSE(readWrite(facts, first, first)) << "there is one instance";
}

TEST(ThreadOrder, ThreadsOfALoopMeetEachOther) {
  TestProgram test;
  Site inThread;
  {
    Code thread(test, "thread");
    inThread = thread.write(thread.global("x"));
  }
  {
    Code main(test, "main");
    main.loop([&] { main.create("thread"); });
  }
  EXPECT_TRUE(readWrite(ProgramFacts(test.program, {}), inThread, inThread));
}

TEST(ThreadOrder, AFunctionThatIsCalledTwiceCreatesTwoThreads) {
  TestProgram test;
  Site inThread;
  {
    Code thread(test, "thread");
    inThread = thread.write(thread.global("x"));
  }
  {
    Code begin(test, "begin");
    begin.create("thread");
  }
  {
    Code main(test, "main");
    main.call("begin");
    main.call("begin");
  }
  EXPECT_TRUE(readWrite(ProgramFacts(test.program, {}), inThread, inThread));
}

TEST(ThreadOrder, JoiningAThreadDoesNotEndTheThreadsThatItCreated) {
  TestProgram test;
  Site inGrandchild, after;
  {
    Code grandchild(test, "grandchild");
    inGrandchild = grandchild.write(grandchild.global("x"));
  }
  {
    Code child(test, "child");
    child.create("grandchild");
  }
  {
    Code main(test, "main");
    auto created = main.create("child");
    main.join(created.thread);
    after = main.read(main.global("x"));
  }
  EXPECT_TRUE(readWrite(ProgramFacts(test.program, {}), after, inGrandchild));
}

TEST(ThreadOrder, FunctionsThatALibraryKnowsMayRunOnItsThreads) {
  TestProgram test;
  Site inCallback, inMain;
  {
    Code callback(test, "callback");
    inCallback = callback.write(callback.global("x"));
  }
  {
    Code main(test, "main");
    main.call("poolSubmit", {main.function("callback")});
    inMain = main.read(main.global("x"));
  }
  const ProgramFacts facts(test.program, {});
  EXPECT_TRUE(readWrite(facts, inCallback, inMain));
  EXPECT_TRUE(readWrite(facts, inCallback, inCallback));
}

TEST(ThreadOrder, CodeWithoutAGraphMayCallWhatItNames) {
  TestProgram test;
  Site write;
  {
    Code method(test, "method");
    write = method.write(method.global("x"));
  }
  {
    Code main(test, "main");
    main.call("notInstrumented");
  }
  test.program.knownOutside.push_back(test.symbol("method", true));
  const ProgramFacts facts(test.program, {});
  EXPECT_TRUE(readWrite(facts, write, write));
  EXPECT_TRUE(facts.mayReach(write, write));
}

TEST(ThreadOrder, AProgramWithoutMainIsCalledInParallel) {
  TestProgram test;
  Site write;
  {
    Code method(test, "method");
    write = method.write(method.global("x"));
  }
  EXPECT_TRUE(readWrite(ProgramFacts(test.program, {}), write, write));
}

// As std::thread does: one function creates all threads, and their start function gets what to run in an object.
TEST(ThreadOrder, TellsThreadsApartThatOneFunctionCreates) {
  TestProgram test;
  Site inFirst, inSecond, after;
  auto run = [&](const char* name) {
    Code code(test, name);
    return code.write(code.global("x"));
  };
  inFirst = run("first");
  inSecond = run("second");
  {
    Code start(test, "start", 1);
    start.call(start.load(start.parameter(0)));
  }
  {
    Code construct(test, "construct", 2);
    ValueId state = construct.heap();
    construct.store(state, construct.parameter(1));
    construct.store(construct.parameter(0),
                    construct.create(construct.function("start"), state).thread);
  }
  {
    Code main(test, "main");
    ValueId first = main.local();
    ValueId second = main.local();
    main.call("construct", {first, main.function("first")});
    main.join(main.load(first));
    after = main.read(main.global("x"));
    main.call("construct", {second, main.function("second")});
  }
  const ProgramFacts facts(test.program, {});
  EXPECT_FALSE(readWrite(facts, inFirst, inFirst)) << "one instance each";
  EXPECT_FALSE(readWrite(facts, inFirst, inSecond)) << "joined before the second is created";
  EXPECT_FALSE(readWrite(facts, inFirst, after));
}

// ---- memory

// Two threads that each do one thing, with the pairs of it.
struct TwoThreads {
  TestProgram test;
  Site a = nullptr;
  Site b = nullptr;

  using Step = std::function<Site(Code&)>;

  TwoThreads(const Step& first, const Step& second) {
    {
      Code code(test, "first", 1);
      a = first(code);
    }
    {
      Code code(test, "second", 1);
      b = second(code);
    }
    Code main(test, "main");
    ValueId object = main.heap();
    main.create(main.function("first"), object);
    main.create(main.function("second"), object);
  }
  bool pair(PairKind kind, const AnalysisOptions& options = {}) const {
    return arePair(ProgramFacts(test.program, options), a, b, kind);
  }
  bool readWritePair(const AnalysisOptions& options = {}) const {
    return pair(PairKind::ReadWrite, options);
  }
};

TEST(AccessPairs, NeedAWrite) {
  auto read = [](Code& code) { return code.read(code.global("x")); };
  auto write = [](Code& code) { return code.write(code.global("x")); };
  EXPECT_FALSE(TwoThreads(read, read).readWritePair());
  EXPECT_TRUE(TwoThreads(read, write).readWritePair());
  EXPECT_TRUE(TwoThreads(write, write).readWritePair());
}

TEST(AccessPairs, NeedTheSameMemory) {
  auto x = [](Code& code) { return code.write(code.global("x")); };
  auto y = [](Code& code) { return code.write(code.global("y")); };
  auto field = [](std::uint32_t offset) {
    return [=](Code& code) { return code.write(code.field(code.parameter(0), offset)); };
  };
  auto element = [](Code& code) { return code.write(code.element(code.parameter(0))); };
  EXPECT_FALSE(TwoThreads(x, y).readWritePair());
  EXPECT_TRUE(TwoThreads(x, y).readWritePair({.aliases = false}));
  EXPECT_TRUE(TwoThreads(field(8), field(8)).readWritePair());
  EXPECT_FALSE(TwoThreads(field(8), field(16)).readWritePair());
  EXPECT_TRUE(TwoThreads(field(8), field(10)).readWritePair()) << "four bytes each";
  EXPECT_TRUE(TwoThreads(field(8), element).readWritePair());
}

TEST(AccessPairs, NeedMemoryThatASecondThreadKnows) {
  // Instances of one thread kind have locals of their own.
  TestProgram test;
  Site own, passedOn;
  {
    Code thread(test, "thread");
    ValueId kept = thread.heap();
    own = thread.write(kept);
    ValueId published = thread.heap();
    thread.store(thread.global("list"), published);
    passedOn = thread.write(published);
  }
  {
    Code main(test, "main");
    main.loop([&] { main.create("thread"); });
  }
  EXPECT_FALSE(readWrite(ProgramFacts(test.program, {}), own, own));
  EXPECT_TRUE(readWrite(ProgramFacts(test.program, {}), passedOn, passedOn));
  EXPECT_TRUE(readWrite(ProgramFacts(test.program, {.escape = false}), own, own));
}

TEST(AccessPairs, UnknownMemoryMeetsWhatUnknownCodeKnows) {
  auto unknown = [](Code& code) { return code.write(code.unknown()); };
  auto kept = [](Code& code) { return code.write(code.global("kept")); };
  auto given = [](Code& code) {
    code.call("someLibrary", {code.global("given")});
    return code.write(code.global("given"));
  };
  EXPECT_FALSE(TwoThreads(unknown, kept).readWritePair());
  EXPECT_TRUE(TwoThreads(unknown, given).readWritePair());
  const TwoThreads both(unknown, unknown);
  EXPECT_TRUE(both.readWritePair());
  EXPECT_EQ(ProgramFacts(both.test.program, {}).assumptions().unknownAccesses, 2u);
}

TEST(AccessPairs, FollowPointersThroughMemory) {
  auto write = [](Code& code) { return code.write(code.load(code.field(code.parameter(0), 8))); };
  TestProgram test;
  Site viaField, direct, elsewhere;
  {
    Code code(test, "first", 1);
    viaField = write(code);
  }
  {
    Code code(test, "second", 1);
    direct = code.write(code.global("x"));
    elsewhere = code.write(code.global("y"));
  }
  {
    Code main(test, "main");
    ValueId object = main.heap();
    main.store(main.field(object, 8), main.global("x"));
    main.store(main.field(object, 16), main.global("y"));
    main.create(main.function("first"), object);
    main.create(main.function("second"), object);
  }
  const ProgramFacts facts(test.program, {});
  EXPECT_TRUE(readWrite(facts, viaField, direct));
  EXPECT_FALSE(readWrite(facts, viaField, elsewhere));
}

// ---- locks

TwoThreads::Step lockedWrite(const std::string& mutex) {
  return [=](Code& code) {
    code.lock(code.global(mutex));
    Site site = code.write(code.global("x"));
    code.unlock(code.global(mutex));
    return site;
  };
}

TEST(Locksets, ACommonLockOrdersAccesses) {
  EXPECT_FALSE(TwoThreads(lockedWrite("m"), lockedWrite("m")).readWritePair());
  EXPECT_TRUE(TwoThreads(lockedWrite("m"), lockedWrite("m"))
                  .readWritePair({.commonLocks = false, .relativeLocks = false}));
  EXPECT_TRUE(TwoThreads(lockedWrite("m"), lockedWrite("n")).readWritePair());
}

TEST(Locksets, AnAccessAfterTheReleaseIsNotProtected) {
  auto late = [](Code& code) {
    code.lock(code.global("m"));
    code.unlock(code.global("m"));
    return code.write(code.global("x"));
  };
  EXPECT_TRUE(TwoThreads(lockedWrite("m"), late).readWritePair());
}

TEST(Locksets, ALockOnSomePathsDoesNotProtect) {
  auto some = [](Code& code) {
    code.branch([&] { code.lock(code.global("m")); });
    return code.write(code.global("x"));
  };
  EXPECT_TRUE(TwoThreads(lockedWrite("m"), some).readWritePair());
}

TEST(Locksets, AnAttemptToLockDoesNotProtect) {
  auto attempt = [](Code& code) {
    code.tryLock(code.global("m"));
    return code.write(code.global("x"));
  };
  EXPECT_TRUE(TwoThreads(lockedWrite("m"), attempt).readWritePair());
}

TEST(Locksets, CountRecursiveAcquisitions) {
  auto twice = [](unsigned releases) {
    return [=](Code& code) {
      code.lock(code.global("m"));
      code.lock(code.global("m"));
      for (unsigned i = 0; i < releases; ++i)
        code.unlock(code.global("m"));
      return code.write(code.global("x"));
    };
  };
  EXPECT_FALSE(TwoThreads(lockedWrite("m"), twice(1)).readWritePair());
  EXPECT_TRUE(TwoThreads(lockedWrite("m"), twice(2)).readWritePair());
}

TEST(Locksets, ASecondAcquisitionMayFailIfMutexesCheck) {
  TwoThreads threads(lockedWrite("m"), [](Code& code) {
    code.lock(code.global("m"));
    code.lock(code.global("m"));
    code.unlock(code.global("m"));
    return code.write(code.global("x"));
  });
  EXPECT_FALSE(threads.readWritePair());
  threads.test.symbol("pthread_mutexattr_settype", true);
  EXPECT_TRUE(threads.readWritePair());
}

TEST(Locksets, ReadersOfALockDoNotExcludeEachOther) {
  auto shared = [](Code& code) {
    code.lockShared(code.global("m"));
    return code.write(code.global("x"));
  };
  EXPECT_TRUE(TwoThreads(shared, shared).readWritePair());
  EXPECT_FALSE(TwoThreads(shared, lockedWrite("m")).readWritePair());
}

TEST(Locksets, AReleaseOfAnUnknownLockMayBeAnyOfIt) {
  auto releases = [](bool isKnown) {
    return [=](Code& code) {
      code.lock(code.global("m"));
      ValueId slot = code.local();
      code.store(slot, code.global("m"));
      if (!isKnown)
        code.store(slot, code.global("other"));
      code.unlock(code.load(slot));
      return code.write(code.global("x"));
    };
  };
  EXPECT_TRUE(TwoThreads(lockedWrite("m"), releases(true)).readWritePair());
  EXPECT_TRUE(TwoThreads(lockedWrite("m"), releases(false)).readWritePair());
}

TEST(Locksets, HoldInFunctionsThatAreOnlyCalledWithTheLock) {
  TwoThreads::Step viaCall = [](Code& code) {
    code.lock(code.global("m"));
    code.call("helper");
    code.unlock(code.global("m"));
    return code.read(code.global("unrelated"));
  };
  TwoThreads threads(lockedWrite("m"), viaCall);
  Site inHelper;
  {
    Code helper(threads.test, "helper");
    inHelper = helper.write(helper.global("x"));
  }
  EXPECT_FALSE(readWrite(ProgramFacts(threads.test.program, {}), threads.a, inHelper));
}

TEST(Locksets, KnowFunctionsThatLockAndUnlockForTheirCaller) {
  TwoThreads::Step viaHelpers = [](Code& code) {
    code.call("acquire", {code.global("m")});
    Site site = code.write(code.global("x"));
    code.call("release", {code.global("m")});
    code.write(code.global("y"));
    return site;
  };
  TwoThreads threads(lockedWrite("m"), viaHelpers);
  {
    Code acquire(threads.test, "acquire", 1);
    acquire.lock(acquire.parameter(0));
  }
  {
    Code release(threads.test, "release", 1);
    release.unlock(release.parameter(0));
  }
  EXPECT_FALSE(threads.readWritePair());
}

TEST(Locksets, ReleasesOfACalleeEndTheProtection) {
  TwoThreads::Step released = [](Code& code) {
    code.lock(code.global("m"));
    code.call("release", {code.global("m")});
    return code.write(code.global("x"));
  };
  TwoThreads threads(lockedWrite("m"), released);
  {
    Code release(threads.test, "release", 1);
    release.unlock(release.parameter(0));
  }
  EXPECT_TRUE(threads.readWritePair());
}

// Objects that are allocated in a loop, each with a mutex at offset 0 and a value at offset 40.
TEST(Locksets, TheLockOfTheObjectProtectsIt) {
  TestProgram test;
  Site withOwnLock, withoutLock;
  {
    Code thread(test, "thread", 1);
    thread.lock(thread.parameter(0));
    withOwnLock = thread.write(thread.field(thread.parameter(0), 40));
    thread.unlock(thread.parameter(0));
    withoutLock = thread.write(thread.field(thread.parameter(0), 48));
  }
  {
    Code main(test, "main");
    main.loop([&] {
      ValueId object = main.heap();
      main.store(main.global("objects"), object);
      main.create(main.function("thread"), object);
    });
  }
  const ProgramFacts facts(test.program, {});
  EXPECT_FALSE(readWrite(facts, withOwnLock, withOwnLock));
  EXPECT_TRUE(readWrite(facts, withoutLock, withoutLock));
  EXPECT_TRUE(
      readWrite(ProgramFacts(test.program, {.relativeLocks = false}), withOwnLock, withOwnLock));
  EXPECT_EQ(facts.assumptions().unknownLocks, 1u);
}

TEST(Locksets, ALockOfTheLastIterationIsNotThatOfTheNext) {
  TestProgram test;
  Site write;
  {
    Code thread(test, "thread", 1);
    thread.loop([&] {
      ValueId object = thread.load(thread.parameter(0));
      write = thread.write(thread.field(object, 40));
      thread.lock(object);
    });
  }
  {
    Code main(test, "main");
    ValueId slot = main.heap();
    main.loop([&] { main.store(slot, main.heap()); });
    main.loop([&] { main.create(main.function("thread"), slot); });
  }
  EXPECT_TRUE(readWrite(ProgramFacts(test.program, {}), write, write));
}

TEST(AccessPairs, OfLargeProgramsIgnoreSynchronisation) {
  const TwoThreads threads(lockedWrite("m"), lockedWrite("m"));
  const ProgramFacts facts(threads.test.program, {.mostNodes = 1});
  EXPECT_TRUE(readWrite(facts, threads.a, threads.b));
  EXPECT_TRUE(facts.assumptions().ignoredSynchronisation);
}

// ---- typed pairs

TEST(AccessPairs, OfLocksAreAcquisitions) {
  auto lock = [](Code& code) { return code.lock(code.global("m")); };
  auto attempt = [](Code& code) { return code.tryLock(code.global("m")); };
  auto shared = [](Code& code) { return code.lockShared(code.global("m")); };
  auto unlock = [](Code& code) {
    code.lock(code.global("m"));
    return code.unlock(code.global("m"));
  };
  auto wait = [](Code& code) { return code.semaphoreWait(code.global("m")); };
  auto post = [](Code& code) { return code.semaphorePost(code.global("m")); };
  EXPECT_TRUE(TwoThreads(lock, lock).pair(PairKind::LockLock));
  EXPECT_TRUE(TwoThreads(lock, attempt).pair(PairKind::LockLock));
  EXPECT_TRUE(TwoThreads(lock, shared).pair(PairKind::LockLock));
  EXPECT_FALSE(TwoThreads(shared, shared).pair(PairKind::LockLock));
  EXPECT_FALSE(TwoThreads(lock, unlock).pair(PairKind::LockLock));
  EXPECT_TRUE(TwoThreads(wait, post).pair(PairKind::LockLock));
}

TEST(AccessPairs, NestedAcquisitionsUnderACommonLockAreOrdered) {
  auto nested = [](Code& code) {
    code.lock(code.global("outer"));
    return code.lock(code.global("inner"));
  };
  EXPECT_FALSE(TwoThreads(nested, nested).pair(PairKind::LockLock));
}

// A wait releases its mutex, so a notification that needs the mutex meets it, and so does an acquisition.
TEST(AccessPairs, AWaitIsSplit) {
  TestProgram test;
  Site wait, lock, signal, read, write;
  {
    Code code(test, "waiter");
    code.lock(code.global("m"));
    wait = code.wait(code.global("c"), code.global("m"));
    read = code.read(code.global("x"));
    code.unlock(code.global("m"));
  }
  {
    Code code(test, "notifier");
    lock = code.lock(code.global("m"));
    write = code.write(code.global("x"));
    signal = code.signal(code.global("c"));
    code.unlock(code.global("m"));
  }
  {
    Code main(test, "main");
    main.create("waiter");
    main.create("notifier");
  }
  const ProgramFacts facts(test.program, {});
  EXPECT_THAT(partners(facts, wait),
              UnorderedElementsAre(Partner{signal, PairKind::WaitNotify},
                                   Partner{lock, PairKind::WaitLock}));
  EXPECT_FALSE(readWrite(facts, read, write)) << "the mutex is held again after the wait";
}

TEST(AccessPairs, AWaitKeepsOtherLocks) {
  TestProgram test;
  Site wait, signal;
  {
    Code code(test, "waiter");
    code.lock(code.global("outer"));
    code.lock(code.global("m"));
    wait = code.wait(code.global("c"), code.global("m"));
  }
  {
    Code code(test, "notifier");
    code.lock(code.global("outer"));
    signal = code.signal(code.global("c"));
  }
  {
    Code main(test, "main");
    main.create("waiter");
    main.create("notifier");
  }
  EXPECT_THAT(partners(ProgramFacts(test.program, {}), wait), IsEmpty());
  EXPECT_FALSE(arePair(ProgramFacts(test.program, {}), wait, signal, PairKind::WaitNotify));
}

// ---- termination

TEST(ProgramFacts, OfRecursiveAndMutuallyRecursiveCodeEnd) {
  TestProgram test;
  Site write;
  {
    Code even(test, "even", 1);
    even.lock(even.parameter(0));
    write = even.write(even.field(even.parameter(0), 8));
    even.branch([&] { even.call("odd", {even.field(even.parameter(0), 8)}); });
    even.unlock(even.parameter(0));
  }
  {
    Code odd(test, "odd", 1);
    odd.call("even", {odd.parameter(0)});
  }
  {
    Code main(test, "main");
    ValueId memory = main.heap();
    main.loop([&] { main.create(main.function("even"), memory); });
  }
  EXPECT_TRUE(ProgramFacts(test.program, {}).knows(write));
}

} // namespace
} // namespace heddle::analysis::flow
