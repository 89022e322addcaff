// SPDX-License-Identifier: Apache-2.0
// strlen of a null pointer: close() clears the name after the reader has seen the connection open.
#include <atomic>
#include <cstring>
#include <thread>

namespace {

class Connection {
public:
  std::size_t nameLength() {
    if (!open_.load())
      return 0;
    return std::strlen(name_.load()); // BUG
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
