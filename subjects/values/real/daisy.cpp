// SPDX-License-Identifier: Apache-2.0
// A small file system: a disk of blocks, a bit map of the blocks in use, inodes, and one directory. Each inode and each block has a lock
// of its own, an element of an array of locks. The locks are built on monitors, as in the original.
// The fault: the lock of a block protects its bit in the map, but eight blocks share a byte, and a byte is read, changed and written
// back. If a block is allocated while another one is freed, one of the changes is lost, and the file system is inconsistent.
// Thesis: daisy, 2 threads, exception caused by a race. Both threads also write to different elements of the array of bytes, in loops:
// pairs that never conflict but that an analysis that ignores indices has to assume.
#include <array>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

namespace {

constexpr unsigned kBlocks = 8;
constexpr unsigned kBlockSize = 4;
constexpr unsigned kInodes = 2;
constexpr unsigned kBlocksPerFile = 2;

// A lock that is not bound to a thread: any thread may release it.
class Lock {
public:
  void acquire() {
    std::unique_lock lock(mutex_);
    while (held_)
      released_.wait(lock);
    held_ = true;
  }
  void release() {
    const std::lock_guard lock(mutex_);
    held_ = false;
    released_.notify_one();
  }

private:
  std::mutex mutex_;
  std::condition_variable released_;
  bool held_ = false;
};

class Holding {
public:
  explicit Holding(Lock& lock) : lock_(lock) { lock_.acquire(); }
  ~Holding() { lock_.release(); }
  Holding(const Holding&) = delete;
  Holding& operator=(const Holding&) = delete;

private:
  Lock& lock_;
};

// The bytes of all blocks. The caller holds the lock of the block.
class Disk {
public:
  void write(unsigned block, std::string_view text) {
    for (unsigned i = 0; i < kBlockSize; ++i)
      bytes_[block * kBlockSize + i] = i < text.size() ? text[i] : '\0';
  }
  void erase(unsigned block) { write(block, ""); }
  std::string read(unsigned block) const {
    std::string text;
    for (unsigned i = 0; i < kBlockSize && bytes_[block * kBlockSize + i] != '\0'; ++i)
      text += bytes_[block * kBlockSize + i];
    return text;
  }

private:
  std::array<char, kBlocks * kBlockSize> bytes_{};
};

// One bit for each block. The caller holds the lock of the block, which is not enough.
class BlockMap {
public:
  bool isUsed(unsigned block) {
#ifdef FIXED
    const std::lock_guard lock(mutex_);
#endif
    return (bits_[block / 8] & bit(block)) != 0;
  }
  void markUsed(unsigned block) {
#ifdef FIXED
    const std::lock_guard lock(mutex_);
#endif
    bits_[block / 8] |= bit(block);
  }
  void markFree(unsigned block) {
#ifdef FIXED
    const std::lock_guard lock(mutex_);
#endif
    bits_[block / 8] &= ~bit(block);
  }

private:
  static unsigned bit(unsigned block) { return 1U << (block % 8); }

  std::array<unsigned, (kBlocks + 7) / 8> bits_{};
  std::mutex mutex_;
};

class BlockStore {
public:
  // A block that no file uses.
  unsigned allocate() {
    for (unsigned block = 0; block < kBlocks; ++block) {
      const Holding holding(locks_[block]);
      if (!map_.isUsed(block)) {
        map_.markUsed(block);
        return block;
      }
    }
    throw std::runtime_error("the disk is full");
  }
  void free(unsigned block) {
    const Holding holding(locks_[block]);
    disk_.erase(block);
    map_.markFree(block);
  }
  void write(unsigned block, std::string_view text) {
    const Holding holding(locks_[block]);
    disk_.write(block, text);
  }
  std::string read(unsigned block) {
    const Holding holding(locks_[block]);
    return disk_.read(block);
  }
  bool isUsed(unsigned block) {
    const Holding holding(locks_[block]);
    return map_.isUsed(block);
  }

private:
  std::array<Lock, kBlocks> locks_;
  BlockMap map_;
  Disk disk_;
};

struct Inode {
  bool used = false;
  unsigned blockCount = 0;
  std::array<unsigned, kBlocksPerFile> blocks{};
};

class FileSystem {
public:
  // The number of the inode of a new, empty file.
  unsigned create(std::string_view name) {
    const Holding holding(directoryLock_);
    const unsigned inode = claimInode();
    names_[inode] = name;
    return inode;
  }
  void append(unsigned inode, std::string_view text) {
    const Holding holding(inodeLocks_[inode]);
    Inode& file = inodes_[inode];
    if (file.blockCount == kBlocksPerFile)
      throw std::runtime_error("the file is too large");
    const unsigned block = store_.allocate();
    store_.write(block, text);
    file.blocks[file.blockCount++] = block;
  }
  std::string read(unsigned inode) {
    const Holding holding(inodeLocks_[inode]);
    std::string text;
    for (unsigned i = 0; i < inodes_[inode].blockCount; ++i)
      text += store_.read(inodes_[inode].blocks[i]);
    return text;
  }
  void remove(std::string_view name) {
    const Holding holding(directoryLock_);
    const unsigned inode = find(name);
    names_[inode] = {};
    const Holding holdingInode(inodeLocks_[inode]);
    Inode& file = inodes_[inode];
    for (unsigned i = 0; i < file.blockCount; ++i)
      store_.free(file.blocks[i]);
    file = {};
  }
  // Compares the bit map with the blocks of all files.
  void check() {
    std::array<bool, kBlocks> used{};
    for (unsigned inode = 0; inode < kInodes; ++inode) {
      const Holding holding(inodeLocks_[inode]);
      for (unsigned i = 0; i < inodes_[inode].blockCount; ++i)
        used[inodes_[inode].blocks[i]] = true;
    }
    for (unsigned block = 0; block < kBlocks; ++block)
      if (store_.isUsed(block) != used[block])
        throw std::logic_error("the bit map disagrees with the files"); // BUG
  }

private:
  unsigned claimInode() {
    for (unsigned inode = 0; inode < kInodes; ++inode) {
      const Holding holding(inodeLocks_[inode]);
      if (!inodes_[inode].used) {
        inodes_[inode].used = true;
        return inode;
      }
    }
    throw std::runtime_error("no inode is free");
  }
  unsigned find(std::string_view name) const {
    for (unsigned inode = 0; inode < kInodes; ++inode)
      if (names_[inode] == name)
        return inode;
    throw std::runtime_error("no such file");
  }

  Lock directoryLock_;
  std::array<std::string_view, kInodes> names_;
  std::array<Lock, kInodes> inodeLocks_;
  std::array<Inode, kInodes> inodes_;
  BlockStore store_;
};

} // namespace

int main() {
  FileSystem files;
  files.append(files.create("old"), "old");
  std::thread writer([&] {
    const unsigned inode = files.create("new");
    files.append(inode, "new");
    if (files.read(inode) != "new")
      throw std::logic_error("the file has another content"); // BUG
  });
  std::thread remover([&] { files.remove("old"); });
  writer.join();
  remover.join();
  files.check();
}
