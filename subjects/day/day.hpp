// SPDX-License-Identifier: Apache-2.0
// A day of the calendar, after Day of JFreeChart 1.0.13 (bug 3096264).
//
// Fault: all days share one parser, which collects the digits of a number in a buffer of its own.
// Fails: isOn(text) | isOn(text), or parseDay: the digits of two texts are mixed. The number is not a month, or not a
// number at all: std::invalid_argument, std::out_of_range. Everything else is immutable.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace chart {

class Day;

// Reads dates like 31-12-1999.
class DayParser {
public:
  Day parse(const std::string& text);

private:
  // The number that ends at the next hyphen, or at the end of the text.
  int number(const std::string& text, std::size_t& at);

  std::array<char, 10> digits_{}; // more than any number has
  std::size_t count_ = 0;
};

class Day {
public:
  Day() = default;
  Day(int day, int month, int year) : day_(day), month_(month), year_(year) {
    if (month < 1 || month > 12)
      throw std::invalid_argument("Day: no such month");
    if (day < 1 || day > daysIn(month, year))
      throw std::invalid_argument("Day: no such day");
    if (year < kFirstYear || year > kLastYear)
      throw std::invalid_argument("Day: no such year");
  }

  // An empty text is the first day of all.
  static Day parseDay(const std::string& text) {
    return parser_.parse(text.empty() ? "01-01-1900" : text);
  }

  // Whether the text names this day.
  bool isOn(const std::string& text) const { return parseDay(text) == *this; }

  int dayOfMonth() const { return day_; }
  int month() const { return month_; }
  int year() const { return year_; }
  int quarter() const { return (month_ + 2) / 3; }
  bool isInLeapYear() const { return isLeapYear(year_); }
  bool isFirstOfMonth() const { return day_ == 1; }
  bool isLastOfMonth() const { return day_ == daysIn(month_, year_); }
  int daysInMonth() const { return daysIn(month_, year_); }

  // From 1.
  int dayOfYear() const {
    int days = day_;
    for (int month = 1; month < month_; ++month)
      days += daysIn(month, year_);
    return days;
  }

  // Days since the first one.
  long serialIndex() const {
    long days = dayOfYear();
    for (int year = kFirstYear; year < year_; ++year)
      days += isLeapYear(year) ? 366 : 365;
    return days - 1;
  }

  // 0 is Sunday. The first day was a Monday.
  int dayOfWeek() const { return static_cast<int>((serialIndex() + 1) % 7); }
  bool isWeekend() const { return dayOfWeek() == 0 || dayOfWeek() == 6; }

  long firstHour() const { return serialIndex() * 24; }
  long lastHour() const { return firstHour() + 23; }

  Day next() const {
    if (!isLastOfMonth())
      return {day_ + 1, month_, year_};
    return month_ < 12 ? Day(1, month_ + 1, year_) : Day(1, 1, year_ + 1);
  }

  Day previous() const {
    if (day_ > 1)
      return {day_ - 1, month_, year_};
    return month_ > 1 ? Day(daysIn(month_ - 1, year_), month_ - 1, year_) : Day(31, 12, year_ - 1);
  }

  long daysUntil(const Day& other) const { return other.serialIndex() - serialIndex(); }
  bool isBefore(const Day& other) const { return *this < other; }
  bool isSameMonth(const Day& other) const {
    return month_ == other.month_ && year_ == other.year_;
  }

  std::string toString() const {
    return std::to_string(day_) + "-" + std::to_string(month_) + "-" + std::to_string(year_);
  }

  unsigned hashCode() const { return static_cast<unsigned>((year_ * 16 + month_) * 32 + day_); }

  bool operator==(const Day&) const = default;
  std::strong_ordering operator<=>(const Day& other) const {
    return serialIndex() <=> other.serialIndex();
  }

  static bool isLeapYear(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

  static int daysIn(int month, int year) {
    if (month == 2)
      return isLeapYear(year) ? 29 : 28;
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  }

private:
  static constexpr int kFirstYear = 1900;
  static constexpr int kLastYear = 2100;

  static inline DayParser parser_;

  int day_ = 1;
  int month_ = 1;
  int year_ = kFirstYear;
};

inline int DayParser::number(const std::string& text, std::size_t& at) {
  count_ = 0;
  for (; at < text.size() && text[at] != '-'; ++at)
    digits_.at(count_++) = text[at];
  ++at;
  return std::stoi(std::string(digits_.data(), count_));
}

inline Day DayParser::parse(const std::string& text) {
  std::size_t at = 0;
  const int day = number(text, at);
  const int month = number(text, at);
  return {day, month, number(text, at)};
}

} // namespace chart
