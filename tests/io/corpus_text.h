#pragma once
// The corpora of files as text, kept in tests/io/corpus/NAME.txt: what the C++ suite makes, the package's tests read there, so that both
// readers are given the same bytes. One file a line, fields between tabs:
//
//   REASON or "either"   name of the case   bytes
//   "valid"              name of the case   bytes   name of a tensor, as bytes   its shape, "2 3"   its values as float32, as bytes
//
// Bytes are hexadecimal; *1000(5b) stands for a thousand times 5b.

#include <string>
#include <string_view>
#include <vector>

#include "io/corpus.h"

namespace ffn::test {

/// Bytes in that notation.
std::string bytes_as_text(std::string_view bytes);

/// A corpus in that form.
std::string corpus_text(const std::vector<CorpusFile>& refused, const std::vector<ValidFile>& valid);

/// Is tests/io/corpus/NAME.txt that text? With FFN_WRITE_CORPUS in the environment it is written first.
bool is_kept(const std::string& name, const std::string& text);

}  // namespace ffn::test
