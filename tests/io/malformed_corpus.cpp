// Malformed files: from the reference implementation's tests, its audit, public bug reports of
// other readers, and every rule of the format.

#include "ffn/io/utf8.h"
#include "io/corpus.h"

namespace ffn::test {

namespace {

const std::string kGood = one("F32", "[2,2]", "[0,16]");

// Returns a header whose member "w" has any JSON as its value.
std::string w(const std::string& value) { return "{\"w\":" + value + "}"; }

// Returns the bytes of a header as the name of a case.
std::string printable(const std::string& bytes) {
  return first_invalid_utf8(bytes) ? "of invalid bytes" : short_quoted(bytes);
}

std::string decimal(const std::string& bytes) {
  std::string hex;
  for (const char c : bytes) hex += std::to_string(static_cast<unsigned char>(c)) + " ";
  return hex;
}

std::string nested(char open, std::size_t depth) { return std::string(depth, open); }

void add_lengths(std::vector<CorpusFile>& files) {
  for (std::size_t size = 0; size < 8; ++size) {
    files.push_back(
        {"only " + std::to_string(size) + " bytes", std::string(size, '\0'), "file_too_small"});
  }
  const std::string data(16, '\0');
  const auto saying = [&](const std::string& name, std::uint64_t length, const char* reason) {
    files.push_back({name, file_saying(length, kGood + data), reason});
  };
  files.push_back({"length 0 and nothing else", length_bytes(0), "header_too_small"});
  files.push_back({"length 1 and a brace", file_saying(1, "{"), "header_too_small"});
  files.push_back({"length 1 and no text", file_saying(1, "\xff"), "header_too_small"});
  files.push_back({"length without a header", length_bytes(60), "header_truncated"});
  files.push_back(
      {"length one beyond the file", file_saying(kGood.size() + 1, kGood), "header_truncated"});
  files.push_back({"header cut in half",
                   file_saying(kGood.size(), kGood.substr(0, kGood.size() / 2)),
                   "header_truncated"});
  saying("length 0", 0, "header_too_small");
  saying("length of the whole file", 8 + kGood.size() + 16, "header_truncated");
  saying("length at the limit in a small file", 100'000'000, "header_truncated");
  saying("length above the limit", 100'000'001, "header_too_large");
  saying("length 2^31", std::uint64_t{1} << 31U, "header_too_large");
  saying("length 2^32", std::uint64_t{1} << 32U, "header_too_large");
  saying("length right in its low 32 bits", (std::uint64_t{1} << 32U) + kGood.size(),
         "header_too_large");
  saying("length 2^63", std::uint64_t{1} << 63U, "header_too_large");
  saying("length 2^64 - 1", ~std::uint64_t{0}, "header_too_large");
  saying("length that wraps to 0 with the prefix", ~std::uint64_t{0} - 7, "header_too_large");
  saying("length that wraps to 3 with the prefix", ~std::uint64_t{0} - 4, "header_too_large");
  saying("length with high bytes set", 0xFFFFFF000000003CULL, "header_too_large");
  saying("length in big-endian", static_cast<std::uint64_t>(kGood.size()) << 56U,
         "header_too_large");
  saying("length one short", kGood.size() - 1, "not_json");
  saying("length that takes data along", kGood.size() + 4, "not_json");
}

void add_foreign(std::vector<CorpusFile>& files) {
  const auto add = [&](const char* name, const std::string& bytes, const char* reason) {
    files.push_back({name, bytes, reason});
  };
  add("Git LFS pointer",
      "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 548105171\n",
      "git_lfs_pointer");
  add("web page", "<!DOCTYPE html>\n<html><body>404</body></html>\n", "web_page");
  add("web page in small letters", "<!doctype html><title>Not found</title>", "web_page");
  add("web page without a doctype", "<html><head></head></html>", "web_page");
  add("web page of six bytes", "<html>", "web_page");
  add("web page after blank lines", "\n\n<html><head></head></html>", "web_page");
  add("XML error of a store", "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>",
      "web_page");
  add("ZIP archive", std::string("PK\x03\x04\x00\x00\x08\x08\x00\x00", 10) + std::string(40, '\0'),
      "other_format");
  add("GGUF file", std::string("GGUF\x03\x00\x00\x00\x10\x00\x00\x00", 12) + std::string(40, '\0'),
      "other_format");
  add("HDF5 file", "\x89HDF\r\n\x1a\n0123456789", "other_format");
  add("NumPy file", std::string("\x93NUMPY\x01\x00", 8) + "v{'descr': '<f4'}", "other_format");
  add("pickle", "\x80\x02}q\x01(X\x0bpickledata", "other_format");
  add("gzip file", "\x1f\x8b\x08\x08gzipgzipgzip", "other_format");
  add("pickle of protocol 4", std::string("\x80\x04\x95\x10\x02\0\0\0\0\0\0\0}", 13),
      "other_format");
  add("ONNX model",
      "\x08\x07\x12\x07pytorch\x1a\x05"
      "2.1.0",
      "other_format");
  add("TensorFlow Lite model", std::string("\x1c\0\0\0TFL3", 8) + std::string(40, '\0'),
      "other_format");
  add("Flax weights", "\x81\xa6params\x82\xa4wte_", "other_format");
  add("Zstandard file", std::string("\x28\xb5\x2f\xfd\x04\x00\x81\x00\x00", 9), "other_format");
  add("Markdown text", "---\nlicense: mit\n---\n# Model\n", "other_format");
  add("other text", "loss,step\n1.5,0\n", "other_format");
  add("answer that there is no file", "Entry not found", "web_page");
  add("JSON error message", R"({"error":"Entry not found"})", "other_format");
  add("index of a checkpoint in parts", R"({"metadata":{"total_size":1},"weight_map":{}})",
      "other_format");
  add("two bytes of JSON", "{}", "other_format");
}

void add_text(std::vector<CorpusFile>& files) {
  const auto add = [&](const char* name, const std::string& header, const char* reason) {
    files.push_back({name, file_of(header, 16), reason});
  };
  add("begins with a space", " " + kGood, "header_start");
  add("begins with a line feed", "\n" + kGood, "header_start");
  add("begins with a byte order mark", "\xEF\xBB\xBF" + kGood, "header_start");
  add("is an array", "[" + kGood + "]", "header_start");
  add("is a string", "\"text\"", "header_start");
  add("is a number", "12345678", "header_start");
  add("is null", "null", "header_start");
  add("begins with NUL", std::string(8, '\0'), "header_start");
  add("is UTF-16", std::string("\xFF\xFE{\0}\0", 6), "header_start");
  for (const char* bad : {"\xFF", "\x80", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80",
                          "\xF4\x90\x80\x80", "\xF0\x8F\xBF\xBF", "\xC3", "\xE9t\xE9"}) {
    std::string header = "{" + entry(bad, "F32", "[4]", "[0,16]") + "}";
    files.push_back({"name of bytes " + decimal(bad), file_of(header, 16), "not_utf8"});
  }
  add("metadata in Latin-1",
      "{\"__metadata__\":{\"a\":\"\xE9\"}," + entry("w", "F32", "[4]", "[0,16]") + "}", "not_utf8");
  add("padding of invalid bytes", kGood + "\xFF\xFF", "not_utf8");
}

void add_json(std::vector<CorpusFile>& files) {
  const std::string tensor = entry("w", "F32", "[2,2]", "[0,16]");
  const std::vector<std::string> headers = {"{ ",
                                            "{" + tensor,
                                            "{" + tensor + ",}",
                                            "{," + tensor + "}",
                                            "{" + tensor + ",,\"v\":{}}",
                                            "{" + tensor + entry("v", "F32", "[0]", "[0,0]") + "}",
                                            "{\"w\" {}}",
                                            "{\"w\"}",
                                            "{\"w\":}",
                                            "{w:{}}",
                                            "{'w':{}}",
                                            "{/* */" + tensor + "}",
                                            "{" + tensor + "//\n}",
                                            "{\"w",
                                            "{\"w\":{\"shape\":[2,2",
                                            w("{\"shape\":[0x4]}"),
                                            w("{\"shape\":[04]}"),
                                            w("{\"shape\":[+4]}"),
                                            w("{\"shape\":[4,]}"),
                                            w("{\"shape\":[NaN]}"),
                                            w("{\"shape\":[Infinity]}"),
                                            w("{\"shape\":[1 2]}"),
                                            w("{\"dtype\":\"a\nb\"}"),
                                            w("{\"dtype\":\"\\x\"}"),
                                            w("{\"dtype\":\"\\u12\"}"),
                                            w("{\"dtype\":\"\\ud800\"}"),
                                            w("tru"),
                                            w("undefined"),
                                            std::string("{\"w\0\":{}}", 9),
                                            "{}" + std::string(6, '\0'),
                                            std::string("{}\0{}", 5)};
  for (const std::string& header : headers)
    files.push_back({"JSON " + printable(header), file_of(header, 16), "not_json"});
  for (const std::string rest : {"x", "{}", "}", "  y", "null", ",", "\xC3\xA9"}) {
    files.push_back(
        {"after the JSON " + printable(rest), file_of(kGood + rest, 16), "header_padding"});
  }
}

void add_types(std::vector<CorpusFile>& files) {
  const auto add = [&](const std::string& header) {
    files.push_back({"type " + printable(header), file_of(header, 16), "wrong_type"});
  };
  for (const char* value : {"3", "-3", "1.5", "\"F32\"", "null", "true", "[]", "[0,16]"})
    add(w(value));
  for (const char* value : {"3", "-3", "0.5", "null", "false", "[\"F32\"]", "{}"})
    add(w(std::string("{\"dtype\":") + value + "}"));
  for (const char* value : {"4", "-4", "\"[4]\"", "null", "true", "{}", "[[4]]", "[\"4\"]",
                            "[null]", "[true]", "[{}]"}) {
    add(w(std::string("{\"shape\":") + value + "}"));
  }
  for (const char* value : {"16", "\"0,16\"", "null", "{\"begin\":0,\"end\":16}", "[]", "[16]",
                            "[0,16,32]", "[[0,16]]", "[\"0\",\"16\"]", "[null,16]"}) {
    add(w(std::string("{\"data_offsets\":") + value + "}"));
  }
  for (const char* value : {"3", "\"pt\"", "[]", "true", R"({"a":1})", R"({"a":null})",
                            R"({"a":{}})", R"({"a":["b"]})", R"({"a":false})", R"({"a":1.5})"}) {
    add(std::string("{\"__metadata__\":") + value + "}");
  }
  add("{" + entry("__metadata__", "F32", "[2,2]", "[0,16]") + "}");
  add(w(nested('[', 33)));
  for (const std::size_t depth : {std::size_t{33}, std::size_t{1000}, std::size_t{1'000'000}}) {
    files.push_back({std::to_string(depth) + " arrays in each other",
                     file_of(w("{\"shape\":" + nested('[', depth)), 16), "wrong_type"});
  }
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  files.push_back({"100000 objects in each other", file_of(objects, 16), "unknown_field"});
}

void add_numbers(std::vector<CorpusFile>& files) {
  for (const char* value : {"-1", "-2147483648", "1.5", "4.0", "4e0", "1e999",
                            "18446744073709551616", "-9223372036854775809", "1e-5"}) {
    files.push_back({std::string("dimension ") + value,
                     file_of(one("F32", std::string("[") + value + "]", "[0,16]"), 16),
                     "bad_number"});
    files.push_back({std::string("offset ") + value,
                     file_of(one("F32", "[4]", std::string("[0,") + value + "]"), 16),
                     "bad_number"});
  }
  for (const char* shape :
       {"[9007199254740992]", "[18446744073709551615]", "[2,18446744073709551614]",
        "[2,9223372036854775807]", "[4294967296,4294967296]", "[4294967296,1073741824]",
        "[2147483648,2147483648,2147483648]", "[65536,65536,65536,65536]",
        "[3037000500,3037000500]", "[9007199254740991,2]", "[9007199254740991]"}) {
    files.push_back(
        {std::string("shape ") + shape, file_of(one("F32", shape, "[0,16]"), 16), "size_overflow"});
    files.push_back({std::string("shape with empty data ") + shape,
                     file_of(one("F32", shape, "[0,0]")), "size_overflow"});
  }
  files.push_back({"dimension of 100000 digits",
                   file_of(one("F32", "[" + std::string(100'000, '7') + "]", "[0,16]"), 16),
                   "bad_number"});
  files.push_back(
      {"offset 2^53", file_of(one("F32", "[4]", "[0,9007199254740992]"), 16), "size_overflow"});
  std::string dimensions = "[1";
  for (int i = 0; i < 32; ++i) dimensions += ",1";
  files.push_back(
      {"33 dimensions", file_of(one("F32", dimensions + "]", "[0,4]"), 4), "too_many_dimensions"});
  for (int i = 0; i < 100'000; ++i) dimensions += ",1";
  files.push_back({"100033 dimensions", file_of(one("F32", dimensions + "]", "[0,4]"), 4),
                   "too_many_dimensions"});
}

}  // namespace

void add_malformed_tensors(std::vector<CorpusFile>& files);

std::vector<CorpusFile> malformed_files() {
  std::vector<CorpusFile> files;
  add_lengths(files);
  add_foreign(files);
  add_text(files);
  add_json(files);
  add_types(files);
  add_numbers(files);
  add_malformed_tensors(files);
  return files;
}

}  // namespace ffn::test
