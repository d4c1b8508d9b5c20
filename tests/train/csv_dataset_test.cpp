#include "ffn/train/csv_dataset.h"

#include <doctest/doctest.h>

#include "ffn/core/check.h"
#include "ffn/core/random.h"

using namespace ffn;

namespace {

Dataset with(std::string_view text, const std::function<void(CsvOptions&)>& change) {
  CsvOptions options;
  change(options);
  return dataset_from_csv(text, options);
}

void check_error(std::string_view text, const char* message) {
  CAPTURE(text);
  CHECK_THROWS_WITH_AS(dataset_from_csv(text), message, ArgumentError);
}

Matrix matrix(Index rows, Index cols, std::initializer_list<float> values) {
  Matrix out(rows, cols);
  std::copy(values.begin(), values.end(), out.data());
  return out;
}

}  // namespace

TEST_CASE("csv_dataset: numbers in the last column are targets") {
  for (const char* text : {"1,2,3\n4,5,6\n", "a,b,c\r\n1,2,3\r\n4,5,6",
                           "\xEF\xBB\xBF"
                           "a;b;c\n1,0;2,0;3,0\n4;5;6\n",
                           "1\t2\t3\n4\t5\t6"}) {
    CAPTURE(text);
    const Dataset data = dataset_from_csv(text);
    CHECK(data.inputs == matrix(2, 2, {1, 2, 4, 5}));
    CHECK(data.targets == matrix(2, 1, {3, 6}));
    CHECK(data.loss() == Loss::kMeanSquaredError);
    CHECK_NOTHROW(check_dataset(data));
  }
  CHECK(dataset_from_csv("height, \"weight, kg\",age\n1,2,3").columns ==
        std::vector<std::string>{"height", "weight, kg", "age"});
  CHECK(dataset_from_csv("1,2,3").columns.empty());
}

TEST_CASE("csv_dataset: several columns can be targets") {
  const Dataset data = with("1,2,3,4\n5,6,7,8", [](auto& o) { o.targets = 3; });
  CHECK(data.inputs == matrix(2, 1, {1, 5}));
  CHECK(data.targets == matrix(2, 3, {2, 3, 4, 6, 7, 8}));
}

TEST_CASE("csv_dataset: text in the last column gives labels, and numbers give labels on request") {
  const Dataset data = dataset_from_csv("x,y,kind\n1,2,dog\n3,4,cat\n5,6,dog\n");
  CHECK(data.classes == std::vector<std::string>{"cat", "dog"});
  CHECK(data.labels == std::vector<std::int32_t>{1, 0, 1});
  CHECK(data.targets.size() == 0);
  CHECK(data.d_out() == 2);
  CHECK_NOTHROW(check_dataset(data));
  const Dataset numbers =
      with("1,10\n2,9\n3,10\n4,-1", [](auto& o) { o.task = CsvTask::kClassification; });
  CHECK(numbers.classes == std::vector<std::string>{"-1", "9", "10"});
  CHECK(numbers.labels == std::vector<std::int32_t>{2, 1, 2, 0});
}

TEST_CASE("csv_dataset: the header can be specified") {
  CHECK(with("1,2\n3,4", [](auto& o) { o.header = true; }).size() == 1);
  CHECK(dataset_from_csv("1,2\n3,4").size() == 2);
  CHECK(dataset_from_csv("1,good\n3,bad").size() == 2);
  CHECK_THROWS_WITH_AS(with("x,y\n3,4", [](auto& o) { o.header = false; }),
                       "csv line 1, column 1 is \"x\"; expected a number", ArgumentError);
}

TEST_CASE("csv_dataset: errors name line, column and value") {
  check_error("", "csv is empty; expected one line of data or more");
  check_error(" \r\n\n", "csv is empty; expected one line of data or more");
  check_error(",,\n,,", "csv is a text without a value; expected one line of data or more");
  check_error("a,b\n", "csv is a header alone; expected one line of data or more");
  check_error("5\n6\n", "csv is \"5\"; expected columns separated by commas, semicolons or tabs");
  check_error("1,2\n3,4,5\n", "csv line 2 is 3 fields long; expected 2 fields, as in line 1");
  check_error("x,y\n1,2\n\n3\n", "csv line 4 is 1 fields long; expected 2 fields, as in line 1");
  check_error("x,y\n1,2\ntall,4\n", "csv line 3, column 1 (\"x\") is \"tall\"; expected a number");
  check_error("1,2\n,4\n", "csv line 2, column 1 is empty; expected a number");
  check_error("1,2\n3,cat\n", "csv line 2, column 2 is \"cat\"; expected a number");
  check_error("1,2\n3,nan\n", "csv line 2, column 2 is \"nan\"; expected a number");
  // Not a header, so that the row is not lost silently.
  check_error("NaN,2\n3,4\n", "csv line 1, column 1 is \"NaN\"; expected a number");
  check_error("1,-Infinity,2\n3,4,5\n", "csv line 1, column 2 is \"-Infinity\"; expected a number");
  check_error("1,cat\n3,\n", "csv line 2, column 2 is empty; expected a label");
  check_error("1,2\n1e39,3\n",
              "csv line 2, column 1 is \"1e39\"; expected a number that float32 can hold");
  check_error("1,2\n1e999,3\n",
              "csv line 2, column 1 is \"1e999\"; expected a number that float32 can hold");
}

TEST_CASE("csv_dataset: options out of range are rejected by name") {
  CHECK_THROWS_WITH_AS(with("1,2", [](auto& o) { o.targets = 2; }),
                       "targets is 2; expected 1 or more, and fewer than the 2 columns",
                       ArgumentError);
  CHECK_THROWS_WITH_AS(with("1,2", [](auto& o) { o.targets = 0; }),
                       "targets is 0; expected 1 or more, and fewer than the 2 columns",
                       ArgumentError);
  CHECK_THROWS_WITH_AS(with("1,2", [](auto& o) { o.separator.assign(1, '|'); }),
                       "separator is \"|\"; expected \",\", \";\" or a tab", ArgumentError);
  CHECK_THROWS_WITH_AS(with("1,2,3",
                            [](auto& o) {
                              o.targets = 2;
                              o.task = CsvTask::kClassification;
                            }),
                       "targets is 2; expected 1 for classification", ArgumentError);
  CHECK_THROWS_WITH_AS(named<CsvTask>("x"),
                       "task is \"x\"; expected \"auto\", \"regression\" or \"classification\"",
                       ArgumentError);
}

TEST_CASE("csv_dataset: random text is accepted or rejected with ArgumentError") {
  RandomState rng(17);
  const std::string alphabet = "0123456789.,;\t\n\r\"-+e abc\xC3\xA9";
  int read = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    const int length = static_cast<int>(rng.uniform(0.0, 24.0));
    for (int j = 0; j < length; ++j)
      text += alphabet[static_cast<std::size_t>(
          rng.uniform(0.0, static_cast<double>(alphabet.size())))];
    try {
      check_dataset(dataset_from_csv(text));
      ++read;
    } catch (const ArgumentError&) {
    }
  }
  CHECK(read > 100);
  CHECK(read < 20000);
}
