#pragma once
// CSV parser: text to records of fields, and fields to numbers.
//
// Supports quoted fields (RFC 4180: "" is a quote; separators and line ends are allowed inside
// quotes); line ends LF, CRLF, CR; a byte-order mark; blanks around fields; empty lines; a decimal
// point, or a decimal comma if the comma is not the separator.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ffn/core/matrix.h"

namespace ffn {

/// One record, and the line number where it begins, counted from 1.
struct CsvRecord {
  Index line = 0;
  std::vector<std::string> fields;
};

/// Returns the separator of the first line that has one outside quotes: tab, semicolon or comma, in
/// this order of precedence. Throws ArgumentError if no line has a separator.
char csv_separator(std::string_view text);

/// Returns the records of `text`, without those whose fields are all empty. Throws ArgumentError
/// naming the line for a quote that is never closed and for text after a closing quote.
std::vector<CsvRecord> csv_records(std::string_view text, char separator);

/// Returns the value of `field` if all of it is a decimal number (infinity if it overflows double),
/// otherwise nullopt, also for thousands separators, inf, nan and hexadecimal numbers.
std::optional<double> csv_number(std::string field, char separator);

/// Returns whether `field` is a spelling of NaN or infinity, such as "NaN", "-inf" or "Infinity",
/// with any case.
bool csv_non_finite(std::string_view field);

/// Formats a field for messages: in quotes and truncated to at most 40 bytes, or the word "empty"
/// for an empty field.
std::string csv_quoted(std::string_view field);

/// Returns "csv line N", for messages.
std::string csv_line(Index line);

}  // namespace ffn
