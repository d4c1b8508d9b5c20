#pragma once
// Data of one's own, from CSV text (csv.h): one example a line, inputs first, the last column or columns the targets.
// Missing fields and values, and what is no number where one is needed, are refused by line, column and value.

#include <string>
#include <string_view>

#include "ffn/train/dataset.h"

namespace ffn {

enum class CsvHeader {
  kDetect,   ///< the first line is a header when one of its inputs is no number
  kPresent,  ///< always
  kAbsent,   ///< never
};

enum class CsvTask {
  kDetect,          ///< by the target of the first line of data: a number means regression, anything else classification
  kRegression,      ///< targets are numbers
  kClassification,  ///< the one target column holds labels, whatever they look like
};

/// "auto", "regression" or "classification". Throws ArgumentError for any other name.
CsvTask csv_task_named(std::string_view name);

/// What the text means. All but the number of targets is found out from the text, unless it is said here.
struct CsvOptions {
  std::string separator;  ///< ",", ";", a tab, or nothing: then as csv_separator finds it
  CsvHeader header = CsvHeader::kDetect;
  CsvTask task = CsvTask::kDetect;
  Index targets = 1;  ///< how many of the last columns are targets; 1 for classification
};

/// The data set in UTF-8 `text`. Classes are the labels that occur, in numeric order when all are numbers, else in byte order.
/// Throws ArgumentError, "csv line 3, column 2 ("height") is "tall"; expected a number", for text that is no such data.
Dataset dataset_from_csv(std::string_view text, const CsvOptions& options = {});

}  // namespace ffn
