// SPDX-License-Identifier: Apache-2.0
// Parameters and results of every kind that the pools know, and some that cannot be built.
#pragma once
#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <complex>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <functional>
#include <future>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>
enum Color { Red, Green };
enum class Tiny : unsigned char { A = 3 };
namespace n {
struct Point {
  int x;
  double y;
  std::string s;
};
struct Deep {
  Point p;
  std::vector<Point> v;
  Color c;
};
class NonMovable {
public:
  NonMovable() = default;
  NonMovable(const NonMovable&) = delete;
  int v = 0;
};
class MoveOnly {
public:
  explicit MoveOnly(int a) : p(new int(a)) {}
  MoveOnly(MoveOnly&&) = default;
  MoveOnly& operator=(MoveOnly&&) = default;

private:
  std::unique_ptr<int> p;
};
struct Node {
  Node(Node* next, int v) {}
};
struct Loop {
  std::vector<Loop> kids;
  int v;
};
class NoCtor {
  NoCtor() = delete;
};
struct Abstract {
  virtual ~Abstract() = default;
  virtual int a(std::string, const Point&) = 0;
  virtual std::unique_ptr<Abstract> clone() const = 0;
  virtual Point& ref() = 0;
  virtual Color col() const noexcept = 0;
  virtual int (*fn())(int) = 0;
};
struct Hard {
  Hard(int);
  virtual ~Hard();
  virtual void f() = 0;
};
template <class T>
struct Box {
  T value;
  explicit Box(T v) : value(v) {}
};
union U {
  int a;
  float b;
};
} // namespace n
class Many {
public:
  Many() = default;
  void i1(signed char,
          unsigned char,
          short,
          unsigned short,
          unsigned,
          long,
          unsigned long,
          long long,
          unsigned long long) {}
  void i2(char, wchar_t, char8_t, char16_t, char32_t, bool, float, double, long double) {}
  void e(Color, Tiny, std::memory_order, std::errc) {}
  void s1(std::string,
          std::string_view,
          const char*,
          char*,
          const std::string*,
          std::wstring,
          const wchar_t*) {}
  void p1(int*, const int*, int&, const int&, void*, const void*, std::nullptr_t, int**) {}
  void sp(std::unique_ptr<int>,
          std::shared_ptr<const std::string>,
          std::weak_ptr<int>,
          std::unique_ptr<n::Abstract>,
          std::shared_ptr<n::NonMovable>) {}
  void c1(std::vector<int>,
          std::list<std::string>,
          std::deque<bool>,
          std::set<int>,
          std::map<std::string, n::Point>,
          std::array<int, 3>) {}
  void c2(std::unordered_map<int, std::vector<std::string>>&,
          std::unordered_set<std::string>&&,
          const std::multimap<int, int>&,
          std::span<int>,
          std::span<const std::string>,
          std::initializer_list<std::string>) {}
  void c3(std::vector<bool>,
          std::queue<int>,
          std::forward_list<int>,
          std::bitset<4>,
          std::priority_queue<int>,
          std::vector<std::unique_ptr<int>>) {}
  void v(std::optional<int>,
         std::variant<int, std::string, n::Point>,
         std::pair<int, std::unique_ptr<int>>,
         std::tuple<int, std::string, bool>,
         std::any,
         std::monostate) {}
  void f1(std::function<void()>,
          std::function<int(int, std::string&)>,
          void (*)(),
          int (*)(int, const char*),
          const std::function<std::string(const n::Point&)>&,
          std::function<int&()>,
          std::function<std::unique_ptr<int>()>) {}
  void t(std::chrono::milliseconds,
         std::chrono::seconds,
         const std::chrono::duration<double>&,
         std::chrono::steady_clock::time_point,
         std::chrono::system_clock::time_point) {}
  void k(n::Point,
         const n::Deep&,
         n::MoveOnly,
         n::MoveOnly&&,
         n::NonMovable&,
         n::Node*,
         n::Loop,
         n::Box<int>,
         n::Box<std::string>&) {}
  void a(n::Abstract&,
         n::Abstract*,
         const n::Abstract&,
         std::vector<n::Abstract*>,
         std::reference_wrapper<n::Abstract>) {}
  void h(n::Hard*, n::NoCtor*) {}
  void h2(n::Hard&) {}
  void h3(const n::NoCtor&) {}
  void h4(n::U) {}
  void h5(int (&)[3]) {}
  void h6(std::unique_lock<std::mutex>&,
          std::mutex&,
          std::thread::id,
          std::stop_token,
          std::exception_ptr,
          std::error_code&,
          std::future<int>,
          std::promise<int>&,
          std::filesystem::path) {}
  void h7(std::istream&, std::ostream&, std::iostream&) {}
  void h8(Many&,
          const Many&,
          Many*,
          const Many*,
          std::shared_ptr<Many>,
          std::unique_ptr<Many>,
          std::vector<Many*>,
          std::reference_wrapper<Many>) {}
  void h9(int, ...) {}
  void h10(int Many::*, void (Many::*)()) {}
  n::Point r1() const { return {}; }
  const n::Point& r2() const { return p; }
  std::vector<n::Point> r3() { return {}; }
  std::optional<std::pair<int, std::string>> r4() { return std::nullopt; }
  std::shared_ptr<n::Point> r5() { return nullptr; }
  std::variant<int, std::string> r6() { return 1; }
  std::vector<int>::iterator r7() { return vec.begin(); }
  std::future<int> r8() { return {}; }
  std::unique_lock<std::mutex> r9() { return {}; }
  auto r10() { return 3; }
  Many& r11() { return *this; }
  Many* r12() { return this; }
  const char* r13() { return "x"; }
  std::tuple<int, Color, std::chrono::seconds> r14() { return {}; }
  std::unordered_map<std::string, std::vector<int>> r15() { return {}; }
  std::atomic<int>& r16() { return at; }
  const std::atomic<bool>& r17() const { return ab; }
  std::vector<bool> r18() { return {true, false}; }
  n::NonMovable& r19() { return nm; }
  long double r20() { return 1; }
  unsigned __int128 r21() { return 1; }
  void r22(__int128) {}
  std::exception_ptr r23() { return nullptr; }
  std::string_view r24() { return "abc"; }
  std::array<int, 2> r25() { return {1, 2}; }
  const std::vector<std::string>& r26() { return vs; }
  std::function<void()> r27() { return nullptr; }
  std::vector<std::unique_ptr<int>> r28() { return {}; }
  void r29(int n) { throw n; }
  void r30() { throw std::runtime_error("bad thing"); }
  volatile int& r31() { return vi; }
  const int r32() { return 1; }

private:
  n::Point p;
  std::vector<int> vec;
  std::atomic<int> at{0};
  std::atomic<bool> ab{};
  n::NonMovable nm;
  std::vector<std::string> vs{"q"};
  volatile int vi = 1;
};
