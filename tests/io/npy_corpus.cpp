// Malformed .npy files, each with the reason of its rejection, and ambiguous ones.

#include "io/npy_corpus.h"

#include "ffn/io/utf8.h"

namespace ffn::test {

namespace {

void add_beginnings(std::vector<CorpusFile>& files) {
  const auto add = [&](const std::string& name, const std::string& bytes, const char* reason) {
    files.push_back({name, bytes, reason});
  };
  const std::string good = npy_file(kGoodNpyHeader, std::string(16, '\0'));
  for (std::size_t size = 0; size < 10; ++size)
    add("only " + std::to_string(size) + " bytes", good.substr(0, size), "file_too_small");
  add("version 2.0 of 10 bytes", npy_file(kGoodNpyHeader, "", 2).substr(0, 10), "file_too_small");
  add("version 2.0 of 11 bytes", npy_file(kGoodNpyHeader, "", 2).substr(0, 11), "file_too_small");
  for (const auto& [major, minor] : {std::pair(0, 0), {0, 1}, {1, 1}, {2, 1}, {4, 0}, {255, 255}}) {
    std::string file = good;
    file[6] = static_cast<char>(major);
    file[7] = static_cast<char>(minor);
    add("version " + std::to_string(major) + "." + std::to_string(minor), file, "unknown_version");
  }
  add("Git LFS pointer",
      "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 548105171\n",
      "git_lfs_pointer");
  add("web page", "<!DOCTYPE html>\n<html><body>404</body></html>\n", "web_page");
  add("XML error of a store", "<?xml version=\"1.0\"?><Error/>", "web_page");
  add(".npz archive", std::string("PK\x03\x04\x14\x00\x00\x00", 8) + std::string(40, '\0'),
      "other_format");
  add("safetensors file", file_of(one("F32", "[4]", "[0,16]"), 16), "other_format");
  add("pickle", "\x80\x02}q\x01(X\x0bpickledata", "other_format");
  add("pickle of protocol 4", "\x80\x04\x95\x10pickledata", "other_format");
  add("CSV text", "1.5,2.5\n3.5,4.5\n", "other_format");
  add("magic in small letters", "\x93numpy" + good.substr(6), "other_format");
  add("magic without its first byte", good.substr(1), "other_format");
  add("magic behind a byte order mark", "\xEF\xBB\xBF" + good, "other_format");
}

void add_lengths(std::vector<CorpusFile>& files) {
  const auto saying = [&](const std::string& name, std::uint64_t length, int major,
                          const char* reason) {
    files.push_back(
        {name, npy_saying(length, kGoodNpyHeader + std::string(16, '\0'), major), reason});
  };
  saying("length 0", 0, 1, "header_start");
  saying("length 1", 1, 1, "not_literal");
  saying("length one short of the brace", kGoodNpyHeader.size() - 2, 1, "not_literal");
  saying("length of the whole file", kGoodNpyHeader.size() + 16 + 10, 1, "header_truncated");
  saying("length one beyond the file", kGoodNpyHeader.size() + 17, 1, "header_truncated");
  saying("length 65535", 65'535, 1, "header_truncated");
  saying("length that takes data along", kGoodNpyHeader.size() + 4, 1, "header_padding");
  saying("length 65536 of version 2.0", 65'536, 2, "header_too_large");
  saying("length 2^31 of version 2.0", std::uint64_t{1} << 31U, 2, "header_too_large");
  saying("length 2^32 - 1 of version 3.0", 0xFFFFFFFFU, 3, "header_too_large");
  saying("length that wraps to 2 with the beginning", 0xFFFFFFF6U, 2, "header_too_large");
  saying("length in big-endian", static_cast<std::uint64_t>(kGoodNpyHeader.size()) << 8U, 1,
         "header_truncated");
  files.push_back({"header cut in half",
                   npy_file(kGoodNpyHeader, "").substr(0, 10 + kGoodNpyHeader.size() / 2),
                   "header_truncated"});
  files.push_back(
      {"beginning alone", npy_file(kGoodNpyHeader, "").substr(0, 10), "header_truncated"});
}

void add_headers(std::vector<CorpusFile>& files) {
  const auto add = [&](const std::string& name, const std::string& header, const char* reason) {
    files.push_back({name, npy_file(header, std::string(16, '\0')), reason});
  };
  const std::string inside = kGoodNpyHeader.substr(
      1, kGoodNpyHeader.size() - 5);  // without the braces, the last comma and the line feed
  add("header of spaces", std::string(20, ' '), "header_start");
  add("header that begins with a space", " " + kGoodNpyHeader, "header_start");
  add("header that is a list", "[" + inside + "]", "header_start");
  add("header that is None", "None", "header_start");
  add("header that is a call", "__import__('os').system('true')", "header_start");
  add("header of invalid bytes", "{'\xFF': 1}", "not_utf8");
  add("header with a surrogate", "{'\xED\xA0\x80': 1}", "not_utf8");
  const std::vector<std::string> headers = {"{",
                                            "{" + inside,
                                            "{" + inside + ", ,}",
                                            "{," + inside + "}",
                                            "{" + inside + " 'more': 1}",
                                            "{descr: '<f4'}",
                                            "{'descr' '<f4'}",
                                            "{'descr': '<f4}",
                                            "{'de\\x73cr': '<f4'}",
                                            "{'descr': '<f4\n'}",
                                            "{'descr': '<f4' + ''}",
                                            "{# a comment\n" + inside + "}",
                                            "{**{}}",
                                            "{1: 2}",
                                            "{'shape': (1 2)}",
                                            "{'shape': (2, 2}",
                                            "{'shape': (2, 2",
                                            "{'descr': 'a\\'"};
  for (const std::string& text : headers) {
    add("header " + short_quoted(text), text, "not_literal");
  }
  add("header with NUL", std::string("{\0", 2) + inside + "}", "not_literal");
  for (const std::string rest : {"x", "}", ",", ".__class__", "\t", "\xC3\xA9"}) {
    add("after the dictionary " + json_quoted(rest), "{" + inside + "}" + rest, "header_padding");
  }
  add("no field", "{}", "missing_field");
  add("no descr", "{'fortran_order': False, 'shape': (4,), }", "missing_field");
  add("no fortran_order", "{'descr': '<f4', 'shape': (4,), }", "missing_field");
  add("no shape", "{'descr': '<f4', 'fortran_order': False, }", "missing_field");
  for (const std::string field : {"", "Descr", "shape ", "__reduce__", "sha\xC3\xA9"}) {
    add("field " + json_quoted(field), "{" + inside + ", '" + field + "': 1}", "unknown_field");
  }
  for (const std::string field :
       {"'descr': '<f4'", "'fortran_order': False", "'shape': (2, 2)", "\"shape\": (4,)"}) {
    add("twice " + field, "{" + inside + ", " + field + "}", "duplicate_key");
  }
}

void add_values(std::vector<CorpusFile>& files) {
  const auto add = [&](const std::string& descr, const std::string& order, const std::string& shape,
                       const char* reason) {
    const std::string odd = descr != "'<f4'"   ? "descr " + descr
                            : order != "False" ? "fortran_order " + order
                                               : "shape " + shape;
    files.push_back({odd.substr(0, 60),
                     npy_file(npy_dict(descr, order, shape), std::string(16, '\0')), reason});
  };
  for (const char* descr : {"'|O'", "'<O8'", "'>O'", "'|O4'"})
    add(descr, "False", "(2, 2)", "pickled_objects");
  for (const char* descr :
       {"'f4'",   "''",        "'<'",    "'=f4'",    "'|f4'",     "'<f16'",   "'<c8'",  "'<c16'",
        "'<U4'",  "'|S4'",     "'|V2'",  "'<M8[s]'", "'<m8[ns]'", "'<f3'",    "'<f44'", "'<F4'",
        "'<i16'", "'float32'", "'<f4 '", "' <f4'",   "'|u2'",     "'(2,)<f4'"}) {
    add(descr, "False", "(2, 2)", "unknown_dtype");
  }
  for (const char* descr : {"[('x', '<f4'), ('y', '<f4')]", "('<f4', (2,))", "4", "None",
                            "{'names': ['x']}", "b'<f4'"}) {
    add(descr, "False", "(2, 2)", "wrong_type");
  }
  for (const char* order : {"0", "1", "None", "'False'", "false", "TRUE", "Falsey"})
    add("'<f4'", order, "(2, 2)", "wrong_type");
  for (const char* shape :
       {"[2, 2]", "4", "(4)", "None", "((2, 2),)", "('2', 2)", "(True, 4)", "(None,)", "{2, 2}"})
    add("'<f4'", "False", shape, "wrong_type");
  for (const char* shape : {"(-4,)", "(-1, -4)", "(2.0, 2)", "(4e0,)", "(0x4,)", "(1_0,)", "(04,)",
                            "(0b100,)", "(4j,)", "(2LL, 2)"})
    add("'<f4'", "False", shape, "bad_number");
  add("'<f4'", "False", "(2, 2 2)", "not_literal");
  add("'<f4'", "False", "(2,, 2)", "wrong_type");
  add("'<f4'", "False", "(+4,)", "wrong_type");
  for (const char* shape :
       {"(9007199254740992,)", "(18446744073709551616,)",
        "(99999999999999999999999999999999999999,)", "(4294967296, 4294967296)",
        "(3037000500, 3037000500)", "(2, 9007199254740991)", "(65536, 65536, 65536, 65536)"}) {
    add("'<f4'", "False", shape, "size_overflow");
  }
  const auto ones = [](int count) {
    std::string shape = "(";
    for (int i = 0; i < count; ++i) shape += "1, ";
    return shape + "4)";
  };
  files.push_back({"33 dimensions",
                   npy_file(npy_dict("'<f4'", "False", ones(32)), std::string(16, '\0')),
                   "too_many_dimensions"});
  files.push_back({"20001 dimensions",
                   npy_file(npy_dict("'<f4'", "False", ones(20'000)), std::string(16, '\0')),
                   "too_many_dimensions"});
  files.push_back({"brackets in each other",
                   npy_file(npy_dict("'<f4'", "False", std::string(60'000, '(')), ""),
                   "wrong_type"});
  files.push_back({"dimension of 50000 digits",
                   npy_file(npy_dict("'<f4'", "False", "(" + std::string(50'000, '7') + ",)"), ""),
                   "size_overflow"});
}

void add_sizes(std::vector<CorpusFile>& files) {
  const auto add = [&](const std::string& name, const std::string& descr, const std::string& shape,
                       std::size_t data, const char* reason) {
    files.push_back(
        {name, npy_file(npy_dict(descr, "False", shape), std::string(data, '\0')), reason});
  };
  add("data cut by one byte", "'<f4'", "(2, 2)", 15, "out_of_file");
  add("no data", "'<f4'", "(2, 2)", 0, "out_of_file");
  add("data of another type", "'<f8'", "(2, 2)", 16, "out_of_file");
  add("2^30 floats whose bytes are 0 in 32 bits", "'<f4'", "(1073741824,)", 0, "out_of_file");
  add("2^50 bytes", "'|u1'", "(1125899906842624,)", 16, "out_of_file");
  add("no data for rank 0", "'<f4'", "()", 0, "out_of_file");
  add("one byte too many", "'<f4'", "(2, 2)", 17, "trailing_bytes");
  add("data behind an empty array", "'<f4'", "(0, 4)", 4, "trailing_bytes");
  add("two elements for rank 0", "'<f4'", "()", 8, "trailing_bytes");
  files.push_back({"another array behind the data",
                   npy_file(kGoodNpyHeader, std::string(16, '\0')) +
                       npy_file(kGoodNpyHeader, std::string(16, '\0')),
                   "trailing_bytes"});
  files.push_back(
      {"ZIP archive behind the data",
       npy_file(kGoodNpyHeader, std::string(16, '\0')) + "PK\x05\x06" + std::string(18, '\0'),
       "trailing_bytes"});
}

}  // namespace

std::vector<CorpusFile> malformed_npy_files() {
  std::vector<CorpusFile> files;
  add_beginnings(files);
  add_lengths(files);
  add_headers(files);
  add_values(files);
  add_sizes(files);
  return files;
}

std::vector<CorpusFile> ambiguous_npy_files() {
  const std::string data(16, '\0');
  return {
      {"header without a line feed",
       npy_file(npy_dict("'<f4'", "False", "(2, 2)").substr(0, kGoodNpyHeader.size() - 1), data),
       "either"},
      {"line feeds and spaces", npy_file(kGoodNpyHeader + " \n \n", data), "either"},
      {"product that overflows before a zero",
       npy_file(npy_dict("'<f4'", "True", "(9007199254740991, 9007199254740991, 0)"), ""),
       "either"},
      {"9 dimensions", npy_file(npy_dict("'<f4'", "False", "(1, 1, 1, 1, 1, 1, 1, 1, 4)"), data),
       "either"},
      {"bool of 2", npy_file(npy_dict("'|b1'", "False", "(1,)"), "\x02"), "either"}};
}

}  // namespace ffn::test
