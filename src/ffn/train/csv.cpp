#include "ffn/train/csv.h"

#include <algorithm>
#include <utility>

#include "ffn/core/ascii.h"
#include "ffn/core/check.h"

namespace ffn {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kLongestShown = 40;

class Reader {
 public:
  Reader(std::string_view text, char separator) : text_(text), separator_(separator) {}

  bool done() const { return at_ >= text_.size(); }

  CsvRecord record() {
    CsvRecord record{line_, {}};
    while (true) {
      record.fields.push_back(field());
      if (done() || text_[at_] != separator_) break;
      ++at_;
    }
    end_line();
    return record;
  }

 private:
  bool blank(char c) const { return c == ' ' || (c == '\t' && separator_ != '\t'); }
  bool ends_field() const {
    return done() || text_[at_] == separator_ || text_[at_] == '\n' || text_[at_] == '\r';
  }
  void skip_blanks() {
    while (!done() && blank(text_[at_])) ++at_;
  }

  void end_line() {
    if (done()) return;
    if (text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') ++at_;
    ++at_;
    ++line_;
  }

  std::string field() {
    skip_blanks();
    if (!done() && text_[at_] == '"') return quoted_field();
    const std::size_t first = at_;
    while (!ends_field()) ++at_;
    std::size_t last = at_;
    while (last > first && blank(text_[last - 1])) --last;
    return std::string(text_.substr(first, last - first));
  }

  std::string quoted_field() {
    const Index opened = line_;
    std::string value;
    for (++at_; !done(); ++at_) {
      if (text_[at_] == '"') {
        if (at_ + 1 >= text_.size() || text_[at_ + 1] != '"') break;
        ++at_;
      }
      if (text_[at_] == '\n' || (text_[at_] == '\r' && text_.substr(at_ + 1, 1) != "\n")) ++line_;
      value += text_[at_];
    }
    check(!done(), csv_line(opened).c_str(), "a quote that is never closed", "a closing quote");
    ++at_;
    skip_blanks();
    check(ends_field(), csv_line(line_).c_str(), "text after a closing quote",
          "a separator or the end of the line");
    return value;
  }

  std::string_view text_;
  char separator_;
  std::size_t at_ = 0;
  Index line_ = 1;
};

// Returns whether `text` is [+-] digits [. digits] [e [+-] digits] with a digit before or after the
// point: the numbers of strtod without inf, nan and hexadecimal numbers.
bool is_decimal(const std::string& text) {
  std::size_t at = 0;
  const auto sign = [&] { at += at < text.size() && (text[at] == '+' || text[at] == '-') ? 1 : 0; };
  const auto digits = [&] {
    const std::size_t first = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    return at - first;
  };
  sign();
  std::size_t significant = digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    significant += digits();
  }
  if (significant > 0 && at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    sign();
    if (digits() == 0) return false;
  }
  return significant > 0 && at == text.size();
}

}  // namespace

std::string csv_line(Index line) { return "csv line " + std::to_string(line); }

std::string csv_quoted(std::string_view field) {
  if (field.empty()) return "empty";
  std::size_t end = std::min(field.size(), kLongestShown);
  while (end < field.size() && (static_cast<unsigned char>(field[end]) & 0xC0U) == 0x80U)
    --end;  // do not split a UTF-8 character
  std::string shown(field.substr(0, end));
  // A NUL would truncate a message used as a C string, so it is replaced by U+FFFD.
  for (std::size_t nul = shown.find('\0'); nul != std::string::npos; nul = shown.find('\0'))
    shown.replace(nul, 1, "\xEF\xBF\xBD");
  return std::string("\"").append(shown).append(end < field.size() ? "...\"" : "\"");
}

char csv_separator(std::string_view text) {
  bool inside_quotes = false;
  bool field_begins = true;  // a quote opens a quoted field only at the beginning of a field
  std::string found;
  for (const char c : text) {
    if (c == '"' && (inside_quotes || field_begins)) inside_quotes = !inside_quotes;
    if (inside_quotes) continue;
    const bool separates = c == '\t' || c == ';' || c == ',';
    const bool ends_line = c == '\n' || c == '\r';
    if (ends_line && !found.empty()) break;
    if (separates) found += c;
    // Also after a closing quote: "" is an escaped quote, after which the field continues.
    field_begins = separates || ends_line || c == '"' || (field_begins && c == ' ');
  }
  for (const char c : {'\t', ';', ','}) {
    if (found.find(c) != std::string::npos) return c;
  }
  reject("csv", csv_quoted(text.substr(0, text.find_first_of("\r\n"))),
         "columns separated by commas, semicolons or tabs");
}

std::optional<double> csv_number(std::string field, char separator) {
  if (separator != ',' && std::count(field.begin(), field.end(), ',') == 1 &&
      field.find('.') == std::string::npos) {
    field[field.find(',')] = '.';
  }
  if (!is_decimal(field)) return std::nullopt;
  return to_number(field);
}

bool csv_non_finite(std::string_view field) {
  if (!field.empty() && (field.front() == '-' || field.front() == '+')) field.remove_prefix(1);
  const auto is = [field](std::string_view name) {
    const auto same = [](char a, char b) { return lower_case(a) == b; };
    return std::equal(field.begin(), field.end(), name.begin(), name.end(), same);
  };
  return is("nan") || is("inf") || is("infinity");
}

std::vector<CsvRecord> csv_records(std::string_view text, char separator) {
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark)
    text.remove_prefix(kByteOrderMark.size());
  std::vector<CsvRecord> records;
  for (Reader reader(text, separator); !reader.done();) {
    CsvRecord record = reader.record();
    const bool empty = std::all_of(record.fields.begin(), record.fields.end(),
                                   [](const std::string& field) { return field.empty(); });
    if (!empty) records.push_back(std::move(record));
  }
  return records;
}

}  // namespace ffn
