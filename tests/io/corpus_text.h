#pragma once
// Text form of the file corpora, stored in tests/io/corpus/NAME.txt. The C++ suite writes the text
// and the package's tests read it, so that both are tested with the same bytes. One file per line,
// fields separated by tabs:
//
//   REASON or "either"   name of the case   bytes
//   "valid"              name of the case   bytes   name of a tensor, as bytes   its shape, "2 3"
//   its values as float32, as bytes
//
// Bytes are hexadecimal; *1000(5b) means 1000 repetitions of 5b.

#include <string>
#include <string_view>
#include <vector>

#include "io/corpus.h"

namespace ffn::test {

/// Returns bytes in that notation.
std::string bytes_as_text(std::string_view bytes);

/// Returns a corpus in that form.
std::string corpus_text(const std::vector<CorpusFile>& rejected,
                        const std::vector<ValidFile>& valid);

/// Returns whether tests/io/corpus/NAME.txt has that content. With FFN_WRITE_CORPUS in the
/// environment the file is written first.
bool is_up_to_date(const std::string& name, const std::string& text);

}  // namespace ffn::test
