#pragma once
// Data sets from CSV text (csv.h): one example per line; the last column or columns are the targets, the others the inputs.
// Missing fields, missing values and text in numeric columns are rejected with an error that names line, column and value.

#include <string>
#include <string_view>

#include "ffn/train/dataset.h"

namespace ffn {

enum class CsvHeader {
  kDetect,   ///< the first line is a header if one of its input columns is neither a number nor NaN or infinity
  kPresent,  ///< the first line is a header
  kAbsent,   ///< there is no header
};

enum class CsvTask {
  kDetect,          ///< by the target in the first line of data: regression for a number, otherwise classification
  kRegression,      ///< targets are numbers
  kClassification,  ///< the single target column contains labels, which may look like numbers
};

/// Returns the task named "auto", "regression" or "classification". Throws ArgumentError for any other name.
CsvTask csv_task_named(std::string_view name);

/// Interpretation of the text. By default everything except the number of targets is detected from the text.
struct CsvOptions {
  std::string separator;  ///< ",", ";" or a tab; if empty, it is detected by csv_separator
  CsvHeader header = CsvHeader::kDetect;
  CsvTask task = CsvTask::kDetect;
  Index targets = 1;  ///< number of target columns at the end; 1 for classification
};

/// Returns the data set in UTF-8 `text`. Classes are the distinct labels, in numeric order if all are numbers, otherwise in byte order.
/// Throws ArgumentError for invalid data, such as "csv line 3, column 2 ("height") is "tall"; expected a number".
Dataset dataset_from_csv(std::string_view text, const CsvOptions& options = {});

}  // namespace ffn
