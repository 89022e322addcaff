// SPDX-License-Identifier: Apache-2.0
// std::regex: compiled and used by several threads, one of the expressions shared.
#include <cassert>
#include <regex>
#include <string>
#include <thread>

int main() {
  const std::regex shared(R"((\w+)@(\w+)\.org)");
  auto match = [&shared](const std::string& user) {
    std::smatch parts;
    const std::string text = user + "@example.org";
    assert(std::regex_match(text, parts, shared));
    assert(parts[1] == user && parts[2] == "example");
  };
  auto replace = [] {
    const std::regex spaces("[[:space:]]+");
    assert(std::regex_replace(std::string("a  b \t c"), spaces, " ") == "a b c");
  };
  std::thread a(match, "ada");
  std::thread b(match, "grace");
  std::thread c(replace);
  a.join();
  b.join();
  c.join();
}
