// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <csignal>
#include <sys/personality.h>
#include <unistd.h>

#include "support/files.h"
#include "support/subprocess.h"
#include "support/temporary_directory.h"

namespace heddle {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

Command shell(const std::string& script) {
  Command command;
  command.arguments = {"/bin/sh", "-c", script};
  command.output = Stream::capture();
  command.error = Stream::capture();
  return command;
}

TEST(Subprocess, CapturesBothStreamsAndTheStatus) {
  const auto done = runCommand(shell("echo out; echo err >&2; exit 3"));
  ASSERT_TRUE(done);
  EXPECT_EQ(done->output, "out\n");
  EXPECT_EQ(done->error, "err\n");
  EXPECT_EQ(done->status.code, 3);
  EXPECT_EQ(describe(done->status), "exited with status 3");
  EXPECT_GT(done->status.peakRssKilobytes, 0);
}

TEST(Subprocess, ArgumentsAreNotInterpreted) {
  Command command;
  command.arguments = {"printf", "%s", "$HOME; `id` \"*\" a b"};
  command.output = Stream::capture();
  const auto done = runCommand(command);
  ASSERT_TRUE(done);
  EXPECT_EQ(done->output, "$HOME; `id` \"*\" a b");
}

TEST(Subprocess, LargeOutputOnBothStreamsDoesNotBlock) {
  const auto done =
      runCommand(shell("head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2"), seconds(20));
  ASSERT_TRUE(done);
  EXPECT_EQ(done->output.size(), 3'000'000u);
  EXPECT_EQ(done->error.size(), 3'000'000u);
}

TEST(Subprocess, InputEnvironmentAndDirectoryReachTheChild) {
  Command command = shell("cat; echo \"$HEDDLE_TEST $HOME\"; pwd");
  command.input = "from us\n";
  command.environment = {{"HEDDLE_TEST", "added"}, {"HOME", "replaced"}};
  command.workingDirectory = "/";
  const auto done = runCommand(command);
  ASSERT_TRUE(done);
  EXPECT_EQ(done->output, "from us\nadded replaced\n/\n");
}

TEST(Subprocess, StandardInputIsEmptyByDefault) {
  const auto done = runCommand(shell("cat; echo end"), seconds(10));
  ASSERT_TRUE(done);
  EXPECT_EQ(done->output, "end\n");
}

TEST(Subprocess, OutputGoesToAFile) {
  const auto directory = TemporaryDirectory::create("heddle-subprocess-test-");
  ASSERT_TRUE(directory);
  Command command = shell("echo kept");
  command.output = Stream::file(joinPath(directory->path(), "out"));
  ASSERT_TRUE(runCommand(command));
  EXPECT_EQ(*readFile(joinPath(directory->path(), "out")), "kept\n");
}

TEST(Subprocess, MissingProgramAndMissingDirectoryAreErrors) {
  Command command;
  command.arguments = {"heddle-no-such-program"};
  const auto started = Process::start(command);
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().message,
            "cannot start heddle-no-such-program: No such file or directory");
  command = shell("true");
  command.workingDirectory = "/no/such/directory";
  EXPECT_FALSE(runCommand(command));
}

TEST(Subprocess, TimeoutKillsTheWholeGroup) {
  Command command = shell("sleep 100 & sleep 100; wait");
  command.ownGroup = true;
  const auto before = std::chrono::steady_clock::now();
  const auto done = runCommand(command, milliseconds(100));
  ASSERT_TRUE(done);
  EXPECT_TRUE(done->status.timedOut);
  EXPECT_EQ(describe(done->status), "ran out of time");
  EXPECT_LT(std::chrono::steady_clock::now() - before, seconds(20));
}

TEST(Subprocess, PollSeesTheEndAndKillIsReported) {
  auto process = Process::start(shell("exec sleep 100"));
  ASSERT_TRUE(process);
  EXPECT_FALSE(process->poll());
  process->kill(SIGKILL);
  const ExitStatus status = process->wait();
  EXPECT_EQ(status.signal, SIGKILL);
  EXPECT_EQ(describe(status), "was killed by signal 9 (Killed)");
  EXPECT_TRUE(process->poll());
  process->kill(SIGKILL); // nothing left to kill
}

TEST(Subprocess, DestructorEndsTheChild) {
  pid_t pid = -1;
  {
    auto process = Process::start(shell("exec sleep 100"));
    ASSERT_TRUE(process);
    pid = process->pid();
    const Process moved = std::move(*process);
    EXPECT_EQ(moved.pid(), pid);
  }
  EXPECT_NE(::kill(pid, 0), 0);
}

TEST(Subprocess, CallbackRunsInTheChildOnly) {
  Command command = shell("cat /proc/self/personality");
  command.inChild = [] { ::personality(ADDR_NO_RANDOMIZE); };
  const auto done = runCommand(command);
  ASSERT_TRUE(done);
  const unsigned long flags = std::stoul(done->output, nullptr, 16);
  EXPECT_TRUE((flags & ADDR_NO_RANDOMIZE) != 0);
  EXPECT_FALSE((static_cast<unsigned long>(::personality(0xffffffff)) & ADDR_NO_RANDOMIZE) != 0);
}

} // namespace
} // namespace heddle
