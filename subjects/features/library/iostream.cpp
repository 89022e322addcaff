// SPDX-License-Identifier: Apache-2.0
// iostreams: string streams per thread, formatting, cout and cerr from several threads, printf.
#include <cassert>
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <syncstream>
#include <thread>

int main() {
  auto format = [](int id) {
    std::ostringstream out;
    out << "id=" << id << " hex=" << std::hex << std::showbase << 255 << std::dec
        << " pi=" << std::fixed << std::setprecision(3) << 3.14159 << " [" << std::setw(4)
        << std::setfill('*') << 7 << "] " << std::boolalpha << true;
    const std::string expected = "id=" + std::to_string(id) + " hex=0xff pi=3.142 [***7] true";
    assert(out.str() == expected);
    std::istringstream in("17 words and 2.5");
    int number = 0;
    std::string first;
    std::string second;
    double real = 0;
    in >> number >> first >> second >> real;
    assert(number == 17 && first == "words" && second == "and" && real == 2.5 && in.eof());
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%05d|%-4s|%.2f", id, "ab", 0.125);
    assert(std::string(buffer).size() == 15);
  };
  std::mutex mutex;
  auto print = [&mutex](int id) {
    std::cout << "unsynchronised but allowed " << id << '\n';
    std::cerr << "also on cerr\n";
    std::lock_guard lock(mutex);
    std::cout << "flushed " << id << std::endl;
    std::printf("and printf %d\n", id);
  };
  std::thread a(format, 1);
  std::thread b(format, 2);
  std::thread c(print, 3);
  std::thread d(print, 4);
  std::thread e([] { std::osyncstream(std::cout) << "one piece " << 5 << '\n'; });
  a.join();
  b.join();
  c.join();
  d.join();
  e.join();
  std::cout << std::setw(8) << 6 << '\n';
}
