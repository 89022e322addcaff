// SPDX-License-Identifier: Apache-2.0
#include "report/interleaving_table.h"

#include <algorithm>
#include <fmt/core.h>
#include <set>

#include "report/report.h"
#include "report/row_selection.h"
#include "report/words/object_text.h"
#include "report/words/step_text.h"
#include "report/words/thread_text.h"
#include "support/files.h"

namespace heddle::report {

using model::Finding;
using model::Step;

namespace {

constexpr std::size_t kMaxColumns = 3;
constexpr std::size_t kNumberWidth = 8;   // "  step |"
constexpr std::size_t kMaxCellWidth = 40; // wider cells only separate the text from its place
constexpr std::size_t kThreadWidth = 16;  // of the column that names threads

class Table {
public:
  Table(const Finding& finding, std::size_t width, std::size_t maxRows, const Paint& paint)
      : finding_(finding), words_(finding), paint_(paint), rows_(selectRows(finding, maxRows)) {
    std::set<std::uint16_t> threads;
    for (const auto& row : rows_) {
      if (row.kind == Row::Kind::Step)
        threads.insert(finding.steps[row.step].thread);
    }
    threads_.assign(threads.begin(), threads.end());
    if (threads_.size() > kMaxColumns) {
      cellWidth_ = width - kNumberWidth - 4 - kThreadWidth;
      cellWidth_ = std::min(cellWidth_, 2 * kMaxCellWidth);
    } else if (!threads_.empty()) {
      const std::size_t separators = 3 * threads_.size();
      cellWidth_ = (width - kNumberWidth - separators) / threads_.size();
      cellWidth_ = std::min(cellWidth_, kMaxCellWidth);
    }
  }

  Lines render() {
    // A single row would only repeat the verdict.
    if (finding_.steps.size() < 2)
      return {};
    head();
    for (const auto& row : rows_) {
      switch (row.kind) {
      case Row::Kind::Step:
        stepRow(row.step, row.number);
        break;
      case Row::Kind::Switch:
        switchRow(row.step);
        break;
      case Row::Kind::Gap:
        gapRow(row);
        break;
      }
    }
    return std::move(lines_);
  }

private:
  bool oneColumn() const { return threads_.size() > kMaxColumns; }

  std::size_t columnOf(std::uint16_t thread) const {
    const auto found = std::ranges::find(threads_, thread);
    return static_cast<std::size_t>(found - threads_.begin());
  }

  std::string label(std::uint16_t thread) const {
    for (const auto& state : finding_.threads) {
      const std::string entry = state.thread == thread ? ThreadWords::entry(state) : "";
      if (!entry.empty())
        return threadName(thread) + ": " + entry;
    }
    return threadName(thread);
  }

  // One line of the table: `number` in front, `text` in the column of `thread`.
  std::string line(std::string_view number, std::uint16_t thread, std::string_view text) const {
    std::string result = fmt::format("{:>6} |", number);
    if (oneColumn())
      return result + " " + padded(clipped(label(thread), kThreadWidth), kThreadWidth) + " | " +
             std::string(text);
    const std::size_t column = columnOf(thread);
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      result += " " + padded(i == column ? text : "", cellWidth_);
      if (i + 1 < threads_.size())
        result += " |";
    }
    return result;
  }

  void add(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    lines_.push_back(std::move(text));
  }

  void head() {
    std::string titles = "  step |";
    std::string rule = "  -----+";
    if (oneColumn()) {
      titles += " " + padded("thread", kThreadWidth) + " | event";
      rule += std::string(kThreadWidth + 2, '-') + "+" + std::string(cellWidth_ + 1, '-');
    }
    for (std::size_t i = 0; !oneColumn() && i < threads_.size(); ++i) {
      const bool last = i + 1 == threads_.size();
      titles +=
          " " + padded(clipped(label(threads_[i]), cellWidth_), cellWidth_) + (last ? "" : " |");
      rule += std::string(cellWidth_ + (last ? 1 : 2), '-') + (last ? "" : "+");
    }
    add(titles);
    add(rule);
  }

  std::string placeOf(const Step& step) const {
    if (step.place.file.empty())
      return {};
    if (step.place.file == finding_.location.file)
      return fmt::format(":{}", step.place.line);
    return fmt::format("{}:{}", fileName(step.place.file), step.place.line);
  }

  void stepRow(std::size_t index, std::size_t number) {
    const Step& step = finding_.steps[index];
    const std::string place = placeOf(step);
    const std::size_t room = cellWidth_ > place.size() + 1 ? cellWidth_ - place.size() - 1 : 0;
    const std::string text = padded(clipped(words_.brief(step), room), room) + " " + place;
    const std::string row = line(std::to_string(number), step.thread, text);
    add(step.essential ? paint_.strong(row) : row);
    if (const std::string edge = StepWords::edge(step); !edge.empty())
      add(paint_.caution(line("", step.thread, clipped("  <- " + edge, cellWidth_))));
  }

  // `index` is the last step before. Steps that are not shown may follow; the first of them knows why
  // the thread stopped.
  void switchRow(std::size_t index) {
    const std::string switched = words_.switched(finding_.steps[index + 1]);
    const std::string reason = switched.empty() ? "" : " (" + switched + ")";
    add(paint_.faint(
        line("", finding_.steps[index].thread, clipped("  switch" + reason, cellWidth_))));
  }

  void gapRow(const Row& row) {
    std::string text = fmt::format("       | ... {}", counted(row.steps, "step"));
    if (row.switches > 0)
      text += ", " + counted(row.switches, row.switches == 1 ? "switch" : "switche");
    add(paint_.faint(text + " ..."));
  }

  const Finding& finding_;
  StepWords words_;
  const Paint& paint_;
  std::vector<Row> rows_;
  std::vector<std::uint16_t> threads_; // those with a row, ascending
  std::size_t cellWidth_ = kMaxCellWidth;
  Lines lines_;
};

} // namespace

std::vector<std::string> renderTable(const Finding& finding, unsigned width) {
  constexpr std::size_t kRows = 40;
  return interleavingTable(finding, width, kRows, Paint(false));
}

Lines interleavingTable(const Finding& finding,
                        std::size_t width,
                        std::size_t maxRows,
                        const Paint& paint) {
  return Table(finding, width, maxRows, paint).render();
}

} // namespace heddle::report
