#include "ffn/train/csv.h"

#include <doctest/doctest.h>

#include "ffn/core/check.h"

using namespace ffn;

namespace {

using Fields = std::vector<std::string>;

std::vector<Fields> fields_of(std::string_view text, char separator = ',') {
  std::vector<Fields> all;
  for (const CsvRecord& record : csv_records(text, separator)) all.push_back(record.fields);
  return all;
}

}  // namespace

TEST_CASE("csv: lines end with LF, CRLF or CR and empty lines are skipped") {
  const std::vector<Fields> expected{{"a", "b"}, {"1", "2"}};
  for (const char* text :
       {"a,b\n1,2", "a,b\n1,2\n", "a,b\r\n1,2\r\n", "a,b\r1,2\r", "\n\na,b\n \n\r\n1,2\n,\n\n",
        "\xEF\xBB\xBF"
        "a,b\n1,2"}) {
    CAPTURE(text);
    CHECK(fields_of(text) == expected);
  }
  CHECK(fields_of("").empty());
}

TEST_CASE("csv: blanks around fields are removed and those within are not") {
  CHECK(fields_of(" a b ,\tc\t, d") == std::vector<Fields>{{"a b", "c", "d"}});
  CHECK(fields_of("a\t\t b \n", '\t') == std::vector<Fields>{{"a", "", "b"}});
}

TEST_CASE("csv: quoted fields may contain separators, quotes and line ends") {
  CHECK(fields_of("\"a,b\",\"say \"\"hi\"\"\", \"two\nlines\" ,\"\"\n1,2,3,4") ==
        std::vector<Fields>{{"a,b", "say \"hi\"", "two\nlines", ""}, {"1", "2", "3", "4"}});
  CHECK(fields_of("5\" disk,x") == std::vector<Fields>{{"5\" disk", "x"}});
  const auto records = csv_records("\"two\nlines\",1\n\nx,2", ',');
  CHECK(records[0].line == 1);
  CHECK(records[1].line == 4);
  CHECK(csv_records("\"two\rlines\"\rx", ',')[1].line == 3);
  CHECK(csv_records("\"two\r\nlines\"\r\nx", ',')[1].line == 3);
}

TEST_CASE("csv: errors in quotes name the line") {
  CHECK_THROWS_WITH_AS(csv_records("a,b\n\"c,d\n", ','),
                       "csv line 2 is a quote that is never closed; expected a closing quote",
                       ArgumentError);
  CHECK_THROWS_WITH_AS(
      csv_records("a,b\n\"c\"d,e\n", ','),
      "csv line 2 is text after a closing quote; expected a separator or the end of the line",
      ArgumentError);
  CHECK_THROWS_AS(csv_records("\"", ','), ArgumentError);
}

TEST_CASE("csv: the separator is a tab, semicolon or comma, in this order of precedence") {
  CHECK(csv_separator("1,2\n") == ',');
  CHECK(csv_separator("1,5;2,5\n") == ';');
  CHECK(csv_separator("a;b,c\td\n") == '\t');
  CHECK(csv_separator("\"a;b\",c\n1;2") == ',');
  CHECK(csv_separator("title\n1;2") == ';');
  CHECK_THROWS_WITH_AS(csv_separator("1 2\n3 4"),
                       "csv is \"1 2\"; expected columns separated by commas, semicolons or tabs",
                       ArgumentError);
}

TEST_CASE(
    "csv: numbers have a decimal point, or a decimal comma if the comma is not the separator") {
  for (const char* text : {"1.5", "+1.5", "01.50", "15e-1", "0.15E+1", "1.5e0"})
    CHECK(csv_number(text, ',') == 1.5);
  CHECK(csv_number("-.5", ',') == -0.5);
  CHECK(csv_number("5.", ',') == 5.0);
  CHECK(csv_number("1,5", ';') == 1.5);
  CHECK(csv_number("-0,5e1", '\t') == -5.0);
  for (const char* text : {"", " ", "-", ".", "e5", "1e", "1e+", "1.2.3", "1 2", "nan", "inf",
                           "Infinity", "0x10", "1_000", "1,5", "1f", "--1", "１"}) {
    CAPTURE(text);
    CHECK_FALSE(csv_number(text, ',').has_value());
  }
  for (const char* text : {"1,000,000", "1.000,5", "1,000.5", ",", "1,5,"})
    CHECK_FALSE(csv_number(text, ';').has_value());
}

TEST_CASE("csv: spellings of NaN and infinity are recognized") {
  for (const char* text : {"nan", "NaN", "-NAN", "inf", "+Inf", "-Infinity"})
    CHECK(csv_non_finite(text));
  for (const char* text : {"", "-", "na", "nano", "info", "infinit", "--inf", "1"})
    CHECK_FALSE(csv_non_finite(text));
}

TEST_CASE("csv: csv_quoted truncates long fields between characters") {
  CHECK(csv_quoted("") == "empty");
  CHECK(csv_quoted("abc") == "\"abc\"");
  CHECK(csv_quoted(std::string("a\0b", 3)) ==
        "\"a\xEF\xBF\xBD"
        "b\"");
  CHECK(csv_quoted(std::string(50, 'x')) == "\"" + std::string(40, 'x') + "...\"");
  CHECK(csv_quoted(std::string(39, 'x') + "\xC3\xA9\xC3\xA9") ==
        "\"" + std::string(39, 'x') + "...\"");
}
