// SPDX-License-Identifier: Apache-2.0
// 16-byte atomics (one instruction or libatomic) and larger ones (libatomic's locks): never torn.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

namespace {

struct alignas(16) Pair {
  std::uint64_t first;
  std::uint64_t second;
};

struct Block {
  std::uint64_t words[4];
};

} // namespace

int main() {
  std::atomic<Pair> pair{Pair{0, 0}};
  auto bump = [&pair] {
    Pair seen = pair.load();
    while (!pair.compare_exchange_weak(seen, Pair{seen.first + 1, seen.second + 1})) {
    }
  };
  std::thread a(bump);
  std::thread b(bump);
  std::thread reader([&pair] {
    const Pair seen = pair.load();
    assert(seen.first == seen.second);
  });
  a.join();
  b.join();
  reader.join();
  const Pair result = pair.exchange(Pair{9, 9});
  assert(result.first == 2 && result.second == 2);

  std::atomic<Block> block{Block{{1, 1, 1, 1}}};
  std::thread writer([&block] { block.store(Block{{2, 2, 2, 2}}); });
  const Block seen = block.load();
  for (std::uint64_t word : seen.words)
    assert(word == seen.words[0]);
  writer.join();
  Block expected{{2, 2, 2, 2}};
  assert(block.compare_exchange_strong(expected, Block{{3, 3, 3, 3}}));
  assert(block.load().words[3] == 3);
}
