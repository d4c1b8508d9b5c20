#pragma once
// CSV text as records of fields, and the numbers in them.
//
// Understood: quoted fields (RFC 4180: "" is a quote, separators and line ends may stand inside); line ends LF, CRLF, CR;
// a byte-order mark; blanks around fields; empty lines; a decimal point, or a decimal comma where the comma separates nothing.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ffn/core/matrix.h"

namespace ffn {

/// One record, and the number of the line where it begins, from 1.
struct CsvRecord {
  Index line = 0;
  std::vector<std::string> fields;
};

/// The separator that the first line with one has: a tab, else a semicolon, else a comma, none of them within quotes. Throws
/// ArgumentError when no line has any.
char csv_separator(std::string_view text);

/// The records of `text`; empty ones, and those whose fields are all empty, are left out. Throws ArgumentError, naming the line, for a
/// quote that is never closed and for text after a closing one.
std::vector<CsvRecord> csv_records(std::string_view text, char separator);

/// The decimal number that is the whole of `field`, infinite when beyond double; nothing for any other text, so for separators of
/// thousands, inf, nan and hexadecimal numbers.
std::optional<double> csv_number(std::string field, char separator);

/// A field as messages show it: in quotes, not longer than 40 bytes, "empty" when it is.
std::string csv_quoted(std::string_view field);

/// "csv line 3"
std::string csv_line(Index line);

}  // namespace ffn
