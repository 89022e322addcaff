// SPDX-License-Identifier: Apache-2.0
// Requests 2 GB in one piece, which is more than the arena has and less than many machines have: a limit of heddle, not
// an exception of the program.
#include <thread>
#include <vector>

int main() {
  std::thread worker([] {
    std::vector<char> block;
    block.reserve(std::size_t{2} << 30);
  });
  worker.join();
}
