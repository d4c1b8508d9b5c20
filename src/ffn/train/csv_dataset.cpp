#include "ffn/train/csv_dataset.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/core/shape.h"
#include "ffn/train/csv.h"

namespace ffn {

namespace {

char separator_of(const CsvOptions& options, std::string_view text) {
  if (options.separator.empty()) return csv_separator(text);
  const bool known =
      options.separator == "," || options.separator == ";" || options.separator == "\t";
  check(known, "separator", csv_quoted(options.separator), "\",\", \";\" or a tab");
  return options.separator[0];
}

// The parsed records with their column names and numbers of columns, before conversion to a data
// set.
struct Table {
  std::vector<CsvRecord> records;
  std::vector<std::string> columns;
  char separator;
  Index inputs;

  float number(const CsvRecord& record, Index column) const {
    const std::string& field = record.fields[static_cast<std::size_t>(column)];
    const std::optional<double> value = csv_number(field, separator);
    const bool fits = value.has_value() &&
                      std::abs(*value) <= static_cast<double>(std::numeric_limits<float>::max());
    if (fits) return static_cast<float>(*value);
    reject(place(record, column), csv_quoted(field),
           value.has_value() ? "a number that float32 can hold" : "a number");
  }

  std::string place(const CsvRecord& record, Index column) const {
    std::string text = csv_line(record.line) + ", column " + std::to_string(column + 1);
    if (!columns.empty())
      text.append(" (").append(csv_quoted(columns[static_cast<std::size_t>(column)])).append(")");
    return text;
  }
};

void check_widths(const std::vector<CsvRecord>& records) {
  const CsvRecord& first = records.front();
  for (const CsvRecord& record : records) {
    if (record.fields.size() == first.fields.size()) continue;
    reject(csv_line(record.line), {record.fields.size(), " fields long"},
           {first.fields.size(), " fields, as in line ", first.line});
  }
}

bool has_header(const Table& table, std::optional<bool> header) {
  if (header) return *header;
  const auto& fields = table.records.front().fields;
  return std::any_of(fields.begin(), fields.begin() + table.inputs, [&](const std::string& field) {
    return !field.empty() && !csv_number(field, table.separator).has_value() &&
           !csv_non_finite(field);
  });
}

Table read_table(std::string_view text, const CsvOptions& options) {
  check(text.find_first_not_of(" \t\r\n") != std::string_view::npos, "csv", "empty",
        "one line of data or more");
  const char separator = separator_of(options, text);
  Table table{csv_records(text, separator), {}, separator, 0};
  check(!table.records.empty(), "csv", "a text without a value", "one line of data or more");
  check_widths(table.records);
  const auto columns = static_cast<Index>(table.records.front().fields.size());
  check(options.targets >= 1 && options.targets < columns, "targets", options.targets,
        {"1 or more, and fewer than the ", columns, " columns"});
  table.inputs = columns - options.targets;
  if (has_header(table, options.header)) {
    table.columns = std::move(table.records.front().fields);
    table.records.erase(table.records.begin());
  }
  check(!table.records.empty(), "csv", "a header alone", "one line of data or more");
  element_count("csv", Shape{static_cast<std::int64_t>(table.records.size()), columns});
  return table;
}

bool classifies(const Table& table, const CsvOptions& options) {
  const bool labels =
      options.task == CsvTask::kClassification ||
      (options.task == CsvTask::kDetect && options.targets == 1 &&
       !csv_number(table.records.front().fields.back(), table.separator).has_value());
  check(!labels || options.targets == 1, "targets", options.targets, "1 for classification");
  return labels;
}

// Returns the distinct labels in order.
std::vector<std::string> classes_of(const Table& table) {
  std::map<std::string, double> number_of;
  bool numeric = true;
  for (const CsvRecord& record : table.records) {
    const std::string& label = record.fields.back();
    if (label.empty()) reject(table.place(record, table.inputs), "empty", "a label");
    const std::optional<double> number = csv_number(label, table.separator);
    numeric = numeric && number.has_value();
    number_of.emplace(label, number.value_or(0.0));
  }
  std::set<std::pair<double, std::string>>
      ordered;  // by number if all labels are numbers, then by bytes
  for (const auto& [label, number] : number_of) ordered.emplace(numeric ? number : 0.0, label);
  std::vector<std::string> classes;
  classes.reserve(ordered.size());
  for (const auto& [number, label] : ordered) classes.push_back(label);
  return classes;
}

void set_labels(const Table& table, Dataset& data) {
  data.classes = classes_of(table);
  std::map<std::string_view, std::int32_t> label_of;
  for (const std::string& name : data.classes)
    label_of.emplace(name, static_cast<std::int32_t>(label_of.size()));
  for (const CsvRecord& record : table.records)
    data.labels.push_back(label_of.at(record.fields.back()));
}

void set_targets(const Table& table, Index count, Dataset& data) {
  resize(data.targets, data.inputs.rows(), count);
  for (Index row = 0; row < data.targets.rows(); ++row) {
    const CsvRecord& record = table.records[static_cast<std::size_t>(row)];
    for (Index target = 0; target < count; ++target)
      data.targets(row, target) = table.number(record, table.inputs + target);
  }
}

}  // namespace

Dataset dataset_from_csv(std::string_view text, const CsvOptions& options) {
  const Table table = read_table(text, options);
  const auto n = static_cast<Index>(table.records.size());
  // Assigned member by member: if an initializer in a braced list throws, GCC 12 destroys the
  // earlier members twice.
  Dataset data;
  resize(data.inputs, n, table.inputs);
  data.columns = table.columns;
  for (Index row = 0; row < n; ++row) {
    const CsvRecord& record = table.records[static_cast<std::size_t>(row)];
    for (Index column = 0; column < table.inputs; ++column)
      data.inputs(row, column) = table.number(record, column);
  }
  if (classifies(table, options)) {
    set_labels(table, data);
  } else {
    set_targets(table, options.targets, data);
  }
  return data;
}

}  // namespace ffn
