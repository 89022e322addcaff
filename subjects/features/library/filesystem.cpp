// SPDX-License-Identifier: Apache-2.0
// std::filesystem, read-only: path arithmetic and questions about files that exist everywhere.
#include <cassert>
#include <filesystem>
#include <system_error>
#include <thread>

namespace fs = std::filesystem;

int main() {
  auto paths = [] {
    const fs::path path = fs::path("/usr") / "lib" / ".." / "bin" / "tool.tar.gz";
    assert(path.lexically_normal() == "/usr/bin/tool.tar.gz");
    assert(path.extension() == ".gz" && path.stem() == "tool.tar");
    assert(path.parent_path().filename() == "bin");
  };
  auto questions = [] {
    assert(fs::exists("/") && fs::is_directory("/"));
    assert(!fs::exists("/nonexistent/heddle"));
    std::error_code error;
    const bool directory = fs::is_directory("/nonexistent/heddle", error);
    assert(!directory && error);
  };
  std::thread a(paths);
  std::thread b(questions);
  a.join();
  b.join();
}
