// SPDX-License-Identifier: Apache-2.0
// Contracts, wherever they are stated: macros, comments, manuals, and what follows from the code itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "frontend/contracts/comments.h"
#include "frontend/contracts/hints.h"
#include "frontend/contracts/roles.h"
#include "report/words/message_text.h"
#include "runtime/abi/calls.h"
#include "subject_fixture.h"

namespace heddle::frontend {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

constexpr unsigned kAlone = abi::kInLanes;
constexpr unsigned kBefore = abi::kInLanes | abi::kInEpilogue;
constexpr unsigned kAfter = abi::kInLanes | abi::kInPrefix;

std::vector<std::string> notes(const SubjectDescription& subject) {
  std::vector<std::string> all;
  for (const model::Message& note : subject.model.notes)
    all.push_back(report::messageText(note));
  return all;
}

// "push|pop": signatures of operations that never run at the same time.
std::vector<std::string> excluded(const SubjectDescription& subject) {
  std::vector<std::string> all;
  for (const auto& [first, second] : subject.exclusions)
    all.push_back(subject.operations[first].model.name + "|" +
                  subject.operations[second].model.name);
  return all;
}

constexpr const char* kQueue =
    "#include <heddle/heddle.hpp>\n"
    "namespace app {\n"
    "template <class T> class Queue {\n"
    "public:\n"
    "  void push(T value); bool pop(T& value); void clear(); int size() const;\n"
    "  bool tryPush(T value);\n"
    "};\n"
    "template <class T> using Line = Queue<T>;\n"
    "}\n"
    "using IntQueue = app::Queue<int>;\n"
    "typedef IntQueue OtherName;\n";

SubjectDescription queueWith(const std::string& hints) {
  return Header(kQueue + hints).subject("app::Queue<int>");
}

std::string problemOf(const std::string& hints) {
  return Header(kQueue + hints).refusal("app::Queue<int>");
}

TEST(Hints, SayWhereMethodsMayBeCalled) {
  const SubjectDescription queue = queueWith("HEDDLE_ALONE(app::Queue::clear);\n"
                                             "HEDDLE_BEFORE(app::Queue<int>::push);\n"
                                             "HEDDLE_AFTER(app::Queue::size);\n");
  EXPECT_EQ(operation(queue, "clear()").notIn, kAlone);
  EXPECT_EQ(operation(queue, "push(int)").notIn, kBefore);
  EXPECT_EQ(operation(queue, "size()").notIn, kAfter);
  EXPECT_EQ(operation(queue, "pop(int &)").notIn, 0u);
  EXPECT_THAT(
      notes(queue),
      Contains("`size` is called only after the threads have ended: stated by HEDDLE_AFTER"));
}

TEST(Hints, KeepGroupsInOneThread) {
  EXPECT_THAT(excluded(queueWith("HEDDLE_ONE_THREAD(app::Queue::push, app::Queue::clear);")),
              UnorderedElementsAre("push|push", "push|clear", "clear|clear"));
  EXPECT_THAT(excluded(queueWith("HEDDLE_NOT_TOGETHER(app::Queue::push, app::Queue::clear);")),
              UnorderedElementsAre("push|clear"));
  EXPECT_THAT(excluded(queueWith("HEDDLE_IGNORE_PAIR(app::Queue::push, app::Queue::clear);")),
              UnorderedElementsAre("push|clear"));
}

TEST(Hints, MayFailMarksTheMethod) {
  const SubjectDescription queue = queueWith("HEDDLE_MAY_FAIL(app::Queue::tryPush);\n"
                                             "HEDDLE_MAY_FAIL(app::Queue::size, -1);");
  EXPECT_TRUE(operation(queue, "tryPush(int)").mayFail);
  EXPECT_TRUE(operation(queue, "size()").mayFail);
  EXPECT_FALSE(operation(queue, "push(int)").mayFail);
}

TEST(Hints, ResolveAliases) {
  for (const char* name :
       {"IntQueue", "OtherName", "app::Line", "app::Line<int>", "Line", "Queue", "::app::Queue"})
    EXPECT_EQ(
        operation(queueWith("HEDDLE_ALONE(" + std::string(name) + "::clear);"), "clear()").notIn,
        kAlone)
        << name;
}

TEST(Hints, OfAnotherInstanceOrClassDoNotMatter) {
  EXPECT_THAT(
      excluded(queueWith("using Texts = app::Queue<char>;\nHEDDLE_ONE_THREAD(Texts::push);")),
      IsEmpty());
  EXPECT_THAT(excluded(queueWith("struct Other { void go(); };\nHEDDLE_ONE_THREAD(Other::go);")),
              IsEmpty());
}

TEST(Hints, ReachInheritedMethods) {
  const SubjectDescription derived = Header("#include <heddle/heddle.hpp>\n"
                                            "struct Base { void go(); };\n"
                                            "struct Derived : Base { void stop(); };\n"
                                            "HEDDLE_ALONE(Base::go);\nHEDDLE_BEFORE(Derived::go);")
                                         .subject("Derived");
  EXPECT_EQ(operation(derived, "go()").notIn, kBefore);
}

TEST(Hints, ThatMatchNothingAreErrors) {
  EXPECT_EQ(problemOf("HEDDLE_IGNORE(app::Queue::psuh);"),
            "HEDDLE_IGNORE names `app::Queue::psuh`, but `app::Queue` has no such method / did you "
            "mean `push`?");
  EXPECT_EQ(problemOf("HEDDLE_ONE_THREAD(app::Queue::push, app::Qeue::pop);"),
            "HEDDLE_ONE_THREAD names the class `app::Qeue`, which does not exist / did you mean "
            "`app::Queue`?");
  EXPECT_EQ(problemOf("HEDDLE_BEFORE(push);"),
            "HEDDLE_BEFORE names `push` without a class / write HEDDLE_BEFORE(Class::method)");
  EXPECT_EQ(problemOf("HEDDLE_NOT_TOGETHER(app::Queue::push);"),
            "HEDDLE_NOT_TOGETHER needs two methods / write HEDDLE_NOT_TOGETHER(Class::method)");
  EXPECT_THAT(problemOf("HEDDLE_MAY_FAIL(IntQueue::tryPop);"), HasSubstr("tryPush"));
  EXPECT_THAT(problemOf("struct Other { void go(); };\nHEDDLE_ALONE(Other::gone);"),
              HasSubstr("`Other` has no such method"));
}

TEST(Hints, SplitNamesAtCommasOutsideOfBrackets) {
  EXPECT_THAT(splitNames("Map<int, int>::at, Map<int, int>::size"),
              ElementsAre("Map<int, int>::at", "Map<int, int>::size"));
  EXPECT_THAT(splitNames("A::operator<, A::operator[], A::operator(), A::operator,"),
              ElementsAre("A::operator<", "A::operator[]", "A::operator()", "A::operator,"));
  EXPECT_THAT(splitNames(""), IsEmpty());
}

ContractKind kindOf(const std::string& comment) {
  const std::optional<Remark> remark = remarkOf(comment);
  EXPECT_TRUE(remark) << comment;
  return remark ? remark->kind : ContractKind::MayFail;
}

TEST(Comments, ThatForbidConcurrentCalls) {
  for (const char* text :
       {"Not thread-safe.",
        "Clears the queue. This method is not thread safe!",
        "@note Not thread-safe",
        "\\note This is NOT threadsafe",
        "not concurrency safe",
        "Must not be called concurrently.",
        "may not be called concurrently",
        "Cannot be called concurrently with anything",
        "Callers must provide external synchronization.",
        "Access is not synchronized",
        "Unsynchronized read of the size",
        "For debugging by default; not thread-safe.",
        "Must not be used without external locking.",
        "This function is not atomic, but thread-safe.",
        "Must not be called while any other function of the class is being "
        "called in another thread.",
        "@note Not MT-safe.",
        "No locking is done here: the caller is responsible for synchronization.",
        "Do not call while other threads are running.",
        "Single-threaded use only.",
        "Assumes exclusive access.",
        "It is not safe to call this from multiple threads"})
    EXPECT_EQ(kindOf(text) == ContractKind::NotTogether ? ContractKind::Alone : kindOf(text),
              ContractKind::Alone)
        << text;
}

TEST(Comments, ThatNameARole) {
  EXPECT_EQ(kindOf("The caller must hold the lock."), ContractKind::Ignore);
  EXPECT_EQ(kindOf("@pre the mutex must be held"), ContractKind::Ignore);
  EXPECT_EQ(kindOf("Precondition: the mutex is held."), ContractKind::Ignore);
  EXPECT_EQ(kindOf("Must be called from the main thread before workers start."),
            ContractKind::Before);
  EXPECT_EQ(kindOf("Call this once all threads have been joined."), ContractKind::After);
  EXPECT_EQ(kindOf("Use only during shutdown."), ContractKind::After);
  EXPECT_EQ(kindOf("This may only be invoked when the handle is open"), ContractKind::Ignore);
  EXPECT_EQ(kindOf("Only from one thread."), ContractKind::OneThread);
  EXPECT_EQ(kindOf("Must be called by a single thread"), ContractKind::OneThread);
  EXPECT_EQ(kindOf("Only one thread may call this."), ContractKind::OneThread);
  EXPECT_EQ(remarkOf("To be used by one thread, single-producer")->side, "producer");
  EXPECT_EQ(remarkOf("May only be called by the consumer thread")->side, "consumer");
  EXPECT_EQ(kindOf("Call this before any other thread uses the queue"), ContractKind::Before);
  EXPECT_EQ(kindOf("Must be the last action before the object is destroyed"), ContractKind::After);
  EXPECT_EQ(kindOf("Must not be called concurrently with push()."), ContractKind::NotTogether);
  EXPECT_EQ(kindOf("@pre Not empty, and no other thread removes elements."), ContractKind::Alone);
  EXPECT_EQ(kindOf("May only be invoked when there are no other threads inside wait()."),
            ContractKind::Alone);
}

TEST(Comments, ThatNameUnfinishedCalls) {
  const std::optional<Remark> remark =
      remarkOf("This function must not be called while there are any unfinished calls to the run() "
               "or poll() functions, e.g. in a signal.");
  ASSERT_TRUE(remark);
  EXPECT_EQ(remark->kind, ContractKind::NotTogether);
  EXPECT_THAT(remark->other, testing::IsSupersetOf({"run", "poll"}));
  EXPECT_THAT(remark->sentence, HasSubstr("e.g. in a signal."));
}

TEST(Comments, ThatDoNotForbidAnything) {
  for (const char* text : {"This is thread-safe.",
                           "Not only thread-safe but fast.",
                           "Thread safe, unlike std::queue, which is not thread-safe.",
                           "The returned iterator is not thread-safe.",
                           "The callback must not be called concurrently.",
                           "BUG: not thread-safe",
                           "Is this not thread-safe?",
                           "No external synchronization is needed: does not need external locking.",
                           "May be called concurrently with push().",
                           "Wakes one thread.",
                           "Waits before the threads are joined.",
                           "The caller must own the buffer.",
                           "Safe to use without external synchronization.",
                           "No external locking is required.",
                           "Runs f while the lock is held.",
                           "Only one thread can hold it.",
                           "The check and the insertion are not atomic.",
                           "It must not be closed while other threads read.",
                           "Runs the listener while holding the lock.",
                           "Safe to call from one or several threads.",
                           "Multi producer, single consumer: multiple producers may push."})
    EXPECT_FALSE(remarkOf(text)) << text << ": "
                                 << (remarkOf(text) ? remarkOf(text)->sentence : "");
}

TEST(Comments, OfMethodsAreQuoted) {
  const SubjectDescription table = Header("class Table {\n"
                                          "public:\n"
                                          "  // Adds a row.\n"
                                          "  void add(int row);\n"
                                          "  // Removes all rows. Not\n"
                                          "  // thread-safe: use it in tests.\n"
                                          "  void clear();\n"
                                          "  /// @pre The caller must hold the lock.\n"
                                          "  void addLocked(int row);\n"
                                          "  void dump(); // not thread-safe\n"
                                          "  /** Must not be called concurrently with add(). */\n"
                                          "  void sort();\n"
                                          "};\n")
                                       .subject("Table");
  EXPECT_EQ(operation(table, "clear()").notIn, kAlone);
  EXPECT_EQ(operation(table, "dump()").notIn, kAlone);
  EXPECT_EQ(operation(table, "add(int)").notIn, 0u);
  EXPECT_THAT(leftOut(table),
              ElementsAre("addLocked(int): its comment says \"The caller must hold the lock.\""));
  EXPECT_THAT(
      notes(table),
      Contains("`clear` is not called at the same time as anything else: its comment says \"Not "
               "thread-safe: use it in tests.\""));
  EXPECT_THAT(excluded(table), ElementsAre("add|sort"));
}

TEST(Comments, BelowTheirMethodsAreNotThoseOfTheNext) {
  const SubjectDescription pool =
      Header("class Pool {\npublic:\n"
             "  void start();\n"
             "    /// Starts a thread.\n"
             "\n"
             "  void stopAll();\n"
             "    /// Stops all threads.\n"
             "    /// If used, this method should be the last action before\n"
             "    /// the pool is deleted.\n"
             "\n"
             "  void joinAll();\n"
             "    /// Waits for all threads.\n"
             "};\n")
          .subject("Pool");
  EXPECT_EQ(operation(pool, "stopAll()").notIn, kAfter);
  EXPECT_EQ(operation(pool, "start()").notIn, 0u);
  EXPECT_EQ(operation(pool, "joinAll()").notIn, 0u);
}

TEST(Comments, OfTemplatesAndOverriddenMethodsCount) {
  const SubjectDescription box = Header("struct Shape {\n"
                                        "  virtual ~Shape() = default;\n"
                                        "  // Not thread-safe.\n"
                                        "  virtual void draw() = 0;\n"
                                        "};\n"
                                        "template <class T> struct Box : Shape {\n"
                                        "  // Not thread-safe.\n"
                                        "  void put(T value);\n"
                                        "  void draw() override;\n"
                                        "};\n")
                                     .subject("Box<int>");
  EXPECT_EQ(operation(box, "put(int)").notIn, kAlone);
  EXPECT_EQ(operation(box, "draw()").notIn, kAlone);
}

TEST(Comments, OfTheClassNameTheSides) {
  const SubjectDescription ring =
      Header("// A ring for a single producer and a single consumer.\n"
             "class Ring {\n"
             "public:\n"
             "  bool push(int); bool tryPush(int); bool pop(int&); bool empty() const;\n"
             "};\n")
          .subject("Ring");
  EXPECT_THAT(excluded(ring),
              UnorderedElementsAre("push|push", "push|tryPush", "tryPush|tryPush", "pop|pop"));
  EXPECT_THAT(notes(ring), Contains(HasSubstr("the comment of the class says \"A ring for")));
}

TEST(Roles, AreRead) {
  const Result<std::vector<Role>> roles = parseRoles("# text\n"
                                                     "class lib::Ring lib::Line\n"
                                                     "source the manual   # where\n"
                                                     "one-thread push emplace\n"
                                                     "alone reset\n",
                                                     "lib.roles");
  ASSERT_TRUE(roles);
  ASSERT_EQ(roles->size(), 2u);
  const std::vector<Contract> contracts = contractsOf(*roles, "lib::v2::Ring");
  ASSERT_EQ(contracts.size(), 2u);
  EXPECT_EQ(contracts[0].kind, ContractKind::OneThread);
  EXPECT_THAT(contracts[0].methods, ElementsAre("push", "emplace"));
  EXPECT_THAT(contractsOf(*roles, "Ring"), IsEmpty());
  EXPECT_THAT(contractsOf(*roles, "other::Ring"), IsEmpty());
}

TEST(Roles, ErrorsNameTheLine) {
  const auto problem = [](const std::string& text) {
    const Result<std::vector<Role>> roles = parseRoles(text, "x.roles");
    return roles ? "" : roles.error().message;
  };
  EXPECT_EQ(problem("alone a\n"), "x.roles:1: `alone` before `class`");
  EXPECT_EQ(problem("class Queue\n"), "x.roles:1: `Queue` lacks its namespace");
  EXPECT_EQ(problem("class a::B\nsource x\nalnoe c\n"), "x.roles:3: unknown statement `alnoe`");
  EXPECT_EQ(problem("class a::B\nalone c\n"), "x.roles:2: `alone` before `source`");
  EXPECT_EQ(problem("class a::B\nsource x\nalone\n"), "x.roles:3: `alone` names no method");
}

TEST(Roles, OfTheInstallationAreWellFormed) {
  const Result<std::vector<Role>> roles = readRoles(HEDDLE_ROLES);
  ASSERT_TRUE(roles) << roles.error().message;
  EXPECT_GT(roles->size(), 10u);
}

TEST(Roles, HoldForTheClass) {
  const Header header(
      "namespace lib { inline namespace v2 { struct Ring { void push(int); void reset(); }; } }");
  SubjectRequest request = header.request("lib::Ring");
  request.roles =
      *parseRoles("class lib::Ring\nsource its manual\none-thread push\nignore reset\n", "");
  SubjectReading reading = readSubject(request);
  const auto& ring = std::get<SubjectDescription>(reading);
  EXPECT_THAT(excluded(ring), ElementsAre("push|push"));
  EXPECT_THAT(leftOut(ring), ElementsAre("reset(): its manual says so (its manual)"));
}

TEST(Copying, IsAloneUnlessItSynchronises) {
  const SubjectDescription both =
      Header(
          "#include <mutex>\n"
          "class Plain {\npublic:\n"
          "  Plain() = default;\n"
          "  Plain& operator=(const Plain& other) { value_ = other.value_; return *this; }\n"
          "  void swap(Plain& other) { int v = value_; value_ = other.value_; other.value_ = v; }\n"
          "  void assign(int value) { std::lock_guard<std::mutex> g(m_); value_ = value; }\n"
          "private:\n  std::mutex m_; int value_ = 0;\n};\n")
          .subject("Plain");
  EXPECT_EQ(operation(both, "operator=(const Plain &)").notIn, kAlone);
  EXPECT_EQ(operation(both, "swap(Plain &)").notIn, kAlone);
  EXPECT_EQ(operation(both, "assign(int)").notIn, 0u);
}

TEST(Copying, ThatLocksIsCalled) {
  const SubjectDescription locked =
      Header("#include <atomic>\n#include <mutex>\n"
             "class Locked {\npublic:\n"
             "  Locked() = default;\n"
             "  Locked& operator=(const Locked& other) { set(other.get()); return *this; }\n"
             "  void swap(Locked& other) { std::scoped_lock both(m_, other.m_); }\n"
             "  int get() const { std::lock_guard<std::mutex> g(m_); return value_; }\n"
             "  void set(int v) { std::lock_guard<std::mutex> g(m_); value_ = v; }\n"
             "private:\n  mutable std::mutex m_; int value_ = 0;\n};\n"
             "class Atomic {\npublic:\n"
             "  Atomic() = default;\n"
             "  Atomic& operator=(const Atomic& other) { value_ = other.value_.load(); return "
             "*this; }\n"
             "private:\n  std::atomic<int> value_{0};\n};\n")
          .subject("Locked");
  EXPECT_EQ(operation(locked, "operator=(const Locked &)").notIn, 0u);
  EXPECT_EQ(operation(locked, "swap(Locked &)").notIn, 0u);
}

TEST(Copying, ThatMakesANewMutexTakesNoLock) {
  const SubjectDescription table =
      Header("#include <atomic>\n#include <mutex>\n"
             "class LockedTable {\npublic:\n"
             "  LockedTable() = default;\n"
             "  LockedTable(const LockedTable& other) : value_(other.value_) {}\n"
             "  LockedTable& operator=(LockedTable other) { LockedTable copy(other); value_ = "
             "copy.value_; return *this; }\n"
             "private:\n  std::mutex m_; std::atomic<int> count_{0}; int value_ = 0;\n};\n")
          .subject("LockedTable");
  EXPECT_THAT(signatures(table), Not(Contains("LockedTable(*this) const")));
  EXPECT_EQ(operation(table, "operator=(LockedTable)").notIn, kAlone);
}

TEST(Copying, OfTemplatesIsLookedInto) {
  const Header header(
      "#include <mutex>\n"
      "template <class M> class Box {\npublic:\n"
      "  Box() = default;\n"
      "  Box(const Box& other) { std::lock_guard<M> g(other.m_); value_ = other.value_; }\n"
      "  Box& operator=(const Box& other) { std::scoped_lock g(m_, other.m_); return *this; }\n"
      "  void swap(Box& other) { int v = value_; value_ = other.value_; other.value_ = v; }\n"
      "private:\n  mutable M m_; int value_ = 0;\n};\n");
  const SubjectDescription box = header.subject("Box<std::mutex>");
  EXPECT_EQ(operation(box, "swap(Box<mutex> &)").notIn, kAlone);
  EXPECT_THAT(signatures(box), Contains("Box(*this) const"));
  EXPECT_THAT(notes(box), ElementsAre(HasSubstr("`swap`")));
}

TEST(Roles, TwoGroupsAreNotCalledTogether) {
  const Header header("namespace lib { class Ring {\n"
                      "public:\n"
                      "  void push(int value); void grow(); int at(int index); int front();\n"
                      "}; }\n");
  const Result<std::vector<Role>> roles = parseRoles(
      "class lib::Ring\nsource its manual\nnot-together push grow / at front back\n", "");
  ASSERT_TRUE(roles);
  SubjectRequest request = header.request("lib::Ring");
  request.roles = *roles;
  SubjectReading reading = readSubject(request);
  const auto& ring = std::get<SubjectDescription>(reading);
  EXPECT_THAT(excluded(ring),
              UnorderedElementsAre("push|at", "push|front", "grow|at", "grow|front"));
  EXPECT_THAT(notes(ring), ElementsAre(HasSubstr("`push, grow` and `at, front` are not called")));
  EXPECT_FALSE(parseRoles("class lib::Ring\nsource its manual\nalone push / at\n", ""));
}

TEST(Copying, AnAtomicMemberProtectsItselfAlone) {
  const std::string rest =
      "  void swap(Named& other) { level_.store(other.level_.exchange(level_.load())); }\n"
      "  std::atomic<int> level_{0};\n";
  SubjectDescription only =
      Header("#include <atomic>\nclass Named {\npublic:\n" + rest + "};\n").subject("Named");
  EXPECT_EQ(operation(only, "swap(Named &)").notIn, 0u);
  SubjectDescription both = Header("#include <atomic>\nclass Named {\npublic:\n" + rest +
                                   "  const char* name_ = nullptr;\n};\n")
                                .subject("Named");
  EXPECT_EQ(operation(both, "swap(Named &)").notIn, kAlone);
}

TEST(Copying, ASwapOutsideOfTheClassSynchronisesIfTheOneInsideDoes) {
  const std::string outside =
      "template <class T> void swap(Box<T>& left, Box<T>& right) { left.swap(right); }\n";
  SubjectDescription plain =
      Header("template <class T> class Box {\n"
             "public:\n"
             "  void swap(Box& other) { T v = value_; value_ = other.value_; other.value_ = v; }\n"
             "  T value_;\n"
             "};\n" +
             outside)
          .subject("Box<int>");
  EXPECT_EQ(operation(plain, "swap(Box, Box)").notIn, kAlone);
  SubjectDescription locked =
      Header("#include <mutex>\n"
             "template <class T> class Box {\n"
             "public:\n"
             "  void swap(Box& other) { std::scoped_lock both(m_, other.m_); }\n"
             "  std::mutex m_;\n"
             "};\n" +
             outside)
          .subject("Box<int>");
  EXPECT_EQ(operation(locked, "swap(Box, Box)").notIn, 0u);
}

TEST(LockHalves, AreJoined) {
  const SubjectDescription mutex = Header("class Mutex {\npublic:\n"
                                          "  void lock(); bool try_lock(); void unlock();\n"
                                          "  void lock_shared(); void unlock_shared();\n"
                                          "  void unlock_and_lock_shared();\n"
                                          "  int owner() const;\n};\n")
                                       .subject("Mutex");
  EXPECT_THAT(signatures(mutex),
              UnorderedElementsAre("Mutex()",
                                   "lock(), unlock()",
                                   "lock(), unlock_and_lock_shared(), unlock_shared()",
                                   "try_lock(), unlock()",
                                   "try_lock(), unlock_and_lock_shared(), unlock_shared()",
                                   "lock_shared(), unlock_shared()",
                                   "owner() const"));
  const OperationDescription& attempt = operation(mutex, "try_lock(), unlock()");
  EXPECT_TRUE(attempt.mayFail);
  EXPECT_EQ(attempt.pattern, "%s.try_lock(%a) && (%s.unlock(), true)");
  EXPECT_EQ(operation(mutex, "lock(), unlock()").pattern, "%s.lock(%a), %s.unlock()");
}

TEST(LockHalves, HaveSeveralSpellings) {
  const SubjectDescription mutex = Header("class Mutex {\npublic:\n"
                                          "  void lock(); void unlock();\n"
                                          "  bool timed_lock(int until);\n"
                                          "  void lock_sharable(); void unlock_sharable();\n"
                                          "  void lock_upgradable(); void unlock_upgradable();\n"
                                          "  void unlock_upgradable_and_lock();\n"
                                          "  bool try_unlock_upgradable_and_lock();\n};\n")
                                       .subject("Mutex");
  EXPECT_THAT(signatures(mutex),
              UnorderedElementsAre("Mutex()",
                                   "lock(), unlock()",
                                   "timed_lock(int), unlock()",
                                   "lock_sharable(), unlock_sharable()",
                                   "lock_upgradable(), unlock_upgradable()",
                                   "lock_upgradable(), unlock_upgradable_and_lock(), unlock()"));
  EXPECT_THAT(leftOut(mutex), ElementsAre(HasSubstr("try_unlock_upgradable_and_lock()")));
}

TEST(LockHalves, OfOneReleaseForBoth) {
  const SubjectDescription lock =
      Header("class RwLock {\npublic:\n"
             "  void readLock(); bool tryReadLock(); void writeLock(); void unlock();\n"
             "};\n")
          .subject("RwLock");
  EXPECT_THAT(
      signatures(lock),
      UnorderedElementsAre(
          "RwLock()", "readLock(), unlock()", "tryReadLock(), unlock()", "writeLock(), unlock()"));
}

TEST(LockHalves, OfOtherProtocolsStayApart) {
  const SubjectDescription file =
      Header("class File {\npublic:\n"
             "  void open(); void close(); void acquire(); void release();\n"
             "  int lock(); void unlock(int ticket);\n};\n")
          .subject("File");
  EXPECT_THAT(signatures(file), Contains("close()"));
  EXPECT_THAT(signatures(file), Contains("release()"));
  EXPECT_THAT(signatures(file), Contains("unlock(int)"));
}

TEST(Contracts, KeepCallbacksFromReentering) {
  const SubjectDescription bus =
      Header("#include <heddle/heddle.hpp>\n"
             "class Bus {\npublic:\n"
             "  template <class F> void each(F f); int size() const; int count() const;\n"
             "};\nHEDDLE_ONE_THREAD(Bus::size);")
          .subject("Bus");
  EXPECT_THAT(bus.reentering, ElementsAre("count()"));
}

} // namespace
} // namespace heddle::frontend
