// SPDX-License-Identifier: Apache-2.0
// The name itself tells whether the connection is open, and is read once.
#include <atomic>
#include <cstring>
#include <thread>

namespace {

class Connection {
public:
  std::size_t nameLength() {
    const char* name = name_.load();
    return name == nullptr ? 0 : std::strlen(name);
  }
  void close() {
    open_.store(false);
    name_.store(nullptr);
  }

private:
  std::atomic<bool> open_{true};
  std::atomic<const char*> name_{"localhost"};
};

} // namespace

int main() {
  Connection connection;
  std::thread reader([&] { connection.nameLength(); });
  std::thread closer([&] { connection.close(); });
  reader.join();
  closer.join();
}
