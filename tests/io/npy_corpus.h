#pragma once
// Builds .npy files in memory.

#include "io/corpus.h"

namespace ffn::test {

/// Returns the header that NumPy writes for these values.
inline std::string npy_dict(const std::string& descr, const std::string& fortran_order,
                            const std::string& shape) {
  return "{'descr': " + descr + ", 'fortran_order': " + fortran_order + ", 'shape': " + shape +
         ", }\n";
}

/// Returns a file of version `major`.0 with the given header length, which may differ from the
/// actual one.
inline std::string npy_saying(std::uint64_t length, const std::string& rest, int major = 1) {
  return "\x93NUMPY" + std::string{static_cast<char>(major), '\0'} +
         length_bytes(length).substr(0, major == 1 ? 2 : 4) + rest;
}

/// Returns a file with that header and data.
inline std::string npy_file(const std::string& header, const std::string& data, int major = 1) {
  return npy_saying(header.size(), header + data, major);
}

/// The header of a float32 array of shape (2, 2).
inline const std::string kGoodNpyHeader = npy_dict("'<f4'", "False", "(2, 2)");

/// Files that must be rejected, each with the one reason named there.
std::vector<CorpusFile> malformed_npy_files();

/// Files on which readers may differ.
std::vector<CorpusFile> ambiguous_npy_files();

/// Valid files with their exact values; the tensor has no name.
std::vector<ValidFile> valid_npy_files();

}  // namespace ffn::test
