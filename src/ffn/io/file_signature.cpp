#include "ffn/io/file_signature.h"

#include <algorithm>
#include <array>

#include "ffn/io/checkpoint_error.h"

namespace ffn {

namespace {

using Reason = CheckpointReason;

// A file format and its first bytes (at most 8).
struct Signature {
  std::string_view begin;
  Reason reason;
  const char* what;
};

constexpr std::array<Signature, 13> kSignatures{{
    {"version ", Reason::kGitLfsPointer,
     "a Git LFS pointer, the text that stands for a file which has not been downloaded"},
    {"<!DOCTYP", Reason::kWebPage,
     "a web page (an error message of a server, or the page about the file?)"},
    {"<!doctyp", Reason::kWebPage,
     "a web page (an error message of a server, or the page about the file?)"},
    {"<html", Reason::kWebPage,
     "a web page (an error message of a server, or the page about the file?)"},
    {"<HTML", Reason::kWebPage,
     "a web page (an error message of a server, or the page about the file?)"},
    {"<?xml", Reason::kWebPage, "an XML document (an error message of a server?)"},
    {"PK\x03\x04", Reason::kOtherFormat,
     "a ZIP archive (a PyTorch .bin or .pt file, or NumPy's .npz?)"},
    {"GGUF", Reason::kOtherFormat, "a GGUF file"},
    {"\x89HDF", Reason::kOtherFormat, "an HDF5 file"},
    {"\x93NUMPY", Reason::kOtherFormat, "a NumPy file"},
    {"\x80\x02", Reason::kOtherFormat, "a Python pickle (an old PyTorch file?)"},
    {"\x1f\x8b", Reason::kOtherFormat, "gzip-compressed data"},
    {"{", Reason::kOtherFormat,
     "a JSON document (an error message of a server, or the index of a checkpoint in several "
     "files?)"},
}};

}  // namespace

void check_file_signature(std::string_view first_bytes, const char* expected) {
  const std::size_t blank = first_bytes.find_first_not_of(" \t\r\n");
  const std::string_view begin = first_bytes.substr(std::min(blank, first_bytes.size()));
  for (const Signature& format : kSignatures) {
    if (begin.substr(0, format.begin.size()) == format.begin) {
      reject(format.reason, "file", format.what, expected);
    }
  }
}

}  // namespace ffn
