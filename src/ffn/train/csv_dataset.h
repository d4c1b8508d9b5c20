#pragma once
// Data sets from CSV text (csv.h): one example per line; the last column or columns are the
// targets, the others the inputs. Missing fields, missing values and text in numeric columns are
// rejected with an error that names line, column and value.

#include <optional>
#include <string>
#include <string_view>

#include "ffn/core/names.h"
#include "ffn/train/dataset.h"

namespace ffn {

enum class CsvTask {
  kDetect,          ///< by the target in the first line of data: regression for a number, otherwise
                    ///< classification
  kRegression,      ///< targets are numbers
  kClassification,  ///< the single target column contains labels, which may look like numbers
};
FFN_NAMES(CsvTask, "task", "auto", "regression", "classification");

/// Interpretation of the text. By default everything except the number of targets is detected from
/// the text.
struct CsvOptions {
  std::string separator;  ///< ",", ";" or a tab; if empty, it is detected by csv_separator
  /// Whether the first line is a header; by default it is one if one of its input columns is
  /// neither a number nor NaN or infinity.
  std::optional<bool> header;
  CsvTask task = CsvTask::kDetect;
  Index targets = 1;  ///< number of target columns at the end; 1 for classification
};

/// Returns the data set in UTF-8 `text`. Classes are the distinct labels, in numeric order if all
/// are numbers, otherwise in byte order. Throws ArgumentError for invalid data, such as "csv line
/// 3, column 2 ("height") is "tall"; expected a number".
Dataset dataset_from_csv(std::string_view text, const CsvOptions& options = {});

}  // namespace ffn
