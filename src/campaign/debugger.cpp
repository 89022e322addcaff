// SPDX-License-Identifier: Apache-2.0
#include "campaign/debugger.h"

#include <csignal>
#include <fmt/core.h>

#include "support/files.h"

namespace heddle::campaign {

namespace {

// The engine handles these signals itself. It calls heddle_rt_failing_step, on the stack of the
// thread that failed, when it judges an execution as failed, and heddle_rt_racing_step right
// before the second access of a data race, after which the execution continues.
constexpr const char* kScript = R"(set pagination off
set confirm off
set startup-with-shell off
set disable-randomization on
set breakpoint pending on
set debuginfod enabled off
set print thread-events off
handle SIGSEGV SIGBUS SIGFPE SIGILL SIGABRT SIGSYS nostop noprint pass
set environment HEDDLE_REQUEST {0}
set environment LD_BIND_NOW 1
set cwd {1}
python
def heddle_run_to_failing_step():
    gdb.execute("break {2}", to_string=True)
    gdb.execute("set suppress-cli-notifications on")
    gdb.execute("run", to_string=True)
    gdb.execute("set suppress-cli-notifications off")
    if not gdb.selected_inferior().threads():
        raise gdb.GdbError("The program ended without failing.")
    frame = gdb.newest_frame()
    while frame is not None:
        symtab = frame.find_sal().symtab
        in_program = gdb.solib_name(frame.pc()) is None
        if in_program and symtab is not None and not symtab.fullname().startswith("/usr/"):
            frame.select()
            break
        frame = frame.older()
    gdb.execute("frame")
heddle_run_to_failing_step()
end
)";

void restoreInterrupt() {
  ::signal(SIGINT, SIG_DFL);
}

} // namespace

Result<ExitStatus> debugReplay(const std::string& gdb,
                               const HarnessLaunch& launch,
                               const model::HarnessRequest& request,
                               bool isRace,
                               const std::vector<std::string>& arguments) {
  const Result<HarnessFiles> files = prepareFiles(launch, request, "gdb");
  if (!files)
    return files.error();
  const std::string scriptPath = (launch.scratch / "replay.gdb").string();
  const std::string script =
      fmt::format(kScript,
                  files->requestPath,
                  launch.workingDirectory,
                  isRace ? "heddle_rt_racing_step" : "heddle_rt_failing_step");
  if (auto written = writeFileAtomically(scriptPath, script); !written)
    return written.error();

  Command command;
  command.arguments = {gdb, "-q", "-x", scriptPath};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  command.arguments.insert(command.arguments.end(), {"--args", launch.binary.string()});
  command.arguments.insert(
      command.arguments.end(), launch.arguments.begin(), launch.arguments.end());
  command.inheritInput = true;
  // Ctrl-C belongs to gdb while it runs.
  ::signal(SIGINT, SIG_IGN);
  command.inChild = restoreInterrupt;
  const Result<Completed> done = runCommand(command);
  restoreInterrupt();
  if (!done)
    return done.error();
  return done->status;
}

} // namespace heddle::campaign
