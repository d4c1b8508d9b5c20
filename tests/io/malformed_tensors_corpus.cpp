// Malformed files with valid JSON but invalid names, fields, element types, shapes or offsets, and
// ambiguous files.

#include "io/corpus.h"

namespace ffn::test {

namespace {

const std::string kShapeAndOffsets = R"("shape":[2,2],"data_offsets":[0,16])";

std::string two(const std::string& a, const std::string& b) { return "{" + a + "," + b + "}"; }

void add_names(std::vector<CorpusFile>& files) {
  const auto add = [&](const char* name, const std::string& header) {
    files.push_back({name, file_of(header, 16), "duplicate_key"});
  };
  const std::string w = entry("w", "F32", "[2,2]", "[0,16]");
  add("tensor twice", two(w, w));
  add("tensor twice with different data",
      two(entry("w", "F32", "[2]", "[0,8]"), entry("w", "F32", "[2]", "[8,16]")));
  add("tensor twice with an escape", two(w, entry("\\u0077", "F32", "[0]", "[16,16]")));
  add("tensor without a name twice",
      two(entry("", "F32", "[2]", "[0,8]"), entry("", "F32", "[2]", "[8,16]")));
  add("metadata twice", "{\"__metadata__\":{},\"__metadata__\":{}," + w + "}");
  add("metadata twice with an escape", "{\"__metadata__\":{},\"\\u005f_metadata__\":{}," + w + "}");
  add("metadata key twice", "{\"__metadata__\":{\"a\":\"1\",\"a\":\"1\"}," + w + "}");
  add("dtype twice", R"({"w":{"dtype":"F32","dtype":"F32",)" + kShapeAndOffsets + "}}");
  add("dtype twice with an escape",
      R"({"w":{"dtype":"F32","\u0064type":"I32",)" + kShapeAndOffsets + "}}");
  add("shape twice", R"({"w":{"dtype":"F32","shape":[4],)" + kShapeAndOffsets + "}}");
  add("data_offsets twice",
      R"({"w":{"dtype":"F32",)" + kShapeAndOffsets + R"(,"data_offsets":[0,16]}})");
}

void add_fields(std::vector<CorpusFile>& files) {
  const auto add = [&](const std::string& name, const std::string& tensor, const char* reason) {
    files.push_back({name, file_of("{\"w\":{" + tensor + "}}", 16), reason});
  };
  add("no field", "", "missing_field");
  add("no dtype", kShapeAndOffsets, "missing_field");
  add("no shape", R"("dtype":"F32","data_offsets":[0,16])", "missing_field");
  add("no data_offsets", R"("dtype":"F32","shape":[2,2])", "missing_field");
  for (const char* field : {"Dtype", "dtype ", "strides", "offsets", "__metadata__", ""}) {
    add(std::string("field \"") + field + "\"",
        std::string("\"") + field + R"(":"F32",)" + kShapeAndOffsets, "unknown_field");
  }
  for (const char* dtype :
       {"C64", "F4", "F6_E2M3", "F6_E3M2", "F8_E4M3FNUZ", "F8_E5M2FNUZ", "F8_E8M0"}) {
    add(std::string("dtype \"") + dtype + "\" with bytes of another",
        std::string(R"("dtype":")") + dtype + "\"," + kShapeAndOffsets, "size_mismatch");
  }
}

void add_sizes(std::vector<CorpusFile>& files) {
  const auto add = [&](const char* name, const std::string& header, std::size_t data,
                       const char* reason) {
    files.push_back({name, file_of(header, data), reason});
  };
  add("fewer bytes than the shape", one("I32", "[2,2]", "[0,4]"), 4, "size_mismatch");
  add("more bytes than the shape", one("F32", "[2,2]", "[0,20]"), 20, "size_mismatch");
  add("half a byte", one("F4", "[3]", "[0,1]"), 1, "size_mismatch");
  add("unknown type beyond the file", one("Q4_0", "[4]", "[0,17]"), 16, "out_of_file");
  add("bytes of another type", one("F16", "[2,2]", "[0,16]"), 16, "size_mismatch");
  add("two elements for rank 0", one("F32", "[]", "[0,8]"), 8, "size_mismatch");
  add("no bytes for rank 0", one("F32", "[]", "[0,0]"), 0, "size_mismatch");
  add("bytes for an empty tensor", one("F32", "[0]", "[0,4]"), 4, "size_mismatch");
  add("bytes for a tensor emptied by its last dimension", one("F32", "[4,0]", "[0,16]"), 16,
      "size_mismatch");
  add("no bytes for a tensor that is not empty", one("F32", "[4]", "[0,0]"), 0, "size_mismatch");
  add("2^27 floats in 16 bytes", one("F32", "[134217728]", "[0,16]"), 16, "size_mismatch");
  add("2^30 floats whose bytes are 0 in 32 bits", one("F32", "[1073741824]", "[0,0]"), 0,
      "size_mismatch");
  add("2^50 bytes", one("F64", "[140737488355328]", "[0,16]"), 16, "size_mismatch");
  add("end before begin", one("F32", "[4]", "[16,0]"), 16, "offsets_reversed");
  add("end before begin of an empty tensor", one("F32", "[0]", "[4,0]"), 4, "offsets_reversed");
  add("end before begin beyond the file", one("F32", "[4]", "[9007199254740991,0]"), 16,
      "offsets_reversed");
  add("end one beyond the file", one("U8", "[17]", "[0,17]"), 16, "out_of_file");
  add("data cut by one byte", one("F32", "[2,2]", "[0,16]"), 15, "out_of_file");
  add("no data", one("F32", "[2,2]", "[0,16]"), 0, "out_of_file");
  add("all of it beyond the file", one("F32", "[2,2]", "[1000,1016]"), 16, "out_of_file");
  add("end at 2^53 - 1", one("F32", "[2,2]", "[0,9007199254740991]"), 16, "out_of_file");
  add("end at 2^32 + 16", one("F32", "[2,2]", "[0,4294967312]"), 16, "out_of_file");
  add("empty tensor beyond the file", one("F32", "[0]", "[32,32]"), 16, "out_of_file");
}

void add_cover(std::vector<CorpusFile>& files) {
  const auto add = [&](const char* name, const std::string& header, std::size_t data,
                       const char* reason) {
    files.push_back({name, file_of(header, data), reason});
  };
  add("hole at the begin", one("F32", "[2,2]", "[8,24]"), 24, "hole");
  add("hole of one byte", two(entry("a", "U8", "[2]", "[0,2]"), entry("b", "U8", "[2]", "[3,5]")),
      5, "hole");
  add("hole between tensors in another order",
      two(entry("b", "F32", "[2]", "[12,20]"), entry("a", "F32", "[2]", "[0,8]")), 20, "hole");
  add("hole before an empty tensor",
      two(entry("a", "F32", "[2]", "[0,8]"), entry("b", "F32", "[0]", "[12,12]")), 12, "hole");
  add("same bytes twice", two(entry("a", "F32", "[2]", "[0,8]"), entry("b", "F32", "[2]", "[0,8]")),
      8, "overlap");
  add("overlap of one byte",
      two(entry("a", "U8", "[4]", "[0,4]"), entry("b", "U8", "[4]", "[3,7]")), 7, "overlap");
  add("tensor inside another",
      two(entry("a", "F32", "[4]", "[0,16]"), entry("b", "F32", "[1]", "[4,8]")), 16, "overlap");
  add("empty tensor inside another",
      two(entry("a", "F32", "[4]", "[0,16]"), entry("b", "F32", "[0]", "[8,8]")), 16, "overlap");
  std::string many;
  for (int i = 0; i < 10; ++i)
    many += (i == 0 ? "" : ",") + entry("weight_" + std::to_string(i), "F32", "[2,2]", "[0,16]");
  add("ten tensors on the same bytes", "{" + many + "}", 16, "overlap");
  add("one byte too many", one("F32", "[2,2]", "[0,16]"), 17, "trailing_bytes");
  add("bytes without a tensor", "{}", 1, "trailing_bytes");
  add("bytes with metadata alone", R"({"__metadata__":{"format":"pt"}})", 16, "trailing_bytes");
  add("bytes behind an empty tensor", one("F32", "[0]", "[0,0]"), 4, "trailing_bytes");
  files.push_back(
      {"another file behind the data",
       file_of(one("F32", "[2,2]", "[0,16]"), 16) + "extra_bogus_data_for_polyglot_file",
       "trailing_bytes"});
  files.push_back({"ZIP archive behind the data",
                   file_of(one("F32", "[1]", "[0,4]"), 4) + "PK\x05\x06" + std::string(18, '\0'),
                   "trailing_bytes"});
}

}  // namespace

void add_malformed_tensors(std::vector<CorpusFile>& files) {
  add_names(files);
  add_fields(files);
  add_sizes(files);
  add_cover(files);
}

std::vector<CorpusFile> ambiguous_files() {
  const std::string good = one("F32", "[2,2]", "[0,16]");
  std::vector<CorpusFile> files;
  const auto add = [&](const char* name, const std::string& header, std::size_t data) {
    files.push_back({name, file_of(header, data), "either"});
  };
  add("line feed after the JSON", good + "\n", 16);
  add("tab after the JSON", good + "\t", 16);
  add("carriage return among the spaces", good + " \r \t\n", 16);
  add("dimension -0", one("F32", "[-0]", "[0,0]"), 0);
  add("extra field", R"({"w":{"dtype":"F32","shape":[4],"data_offsets":[0,16],"note":"x"}})", 16);
  add("extra field of 30 levels",
      R"({"w":{"dtype":"F32","shape":[4],"data_offsets":[0,16],"note":)" + std::string(30, '[') +
          std::string(30, ']') + "}}",
      16);
  add("metadata null", R"({"__metadata__":null})", 0);
  add("product that overflows before a zero",
      one("F32", "[9007199254740991,9007199254740991,0]", "[0,0]"), 0);
  add("9 dimensions", one("F32", "[1,1,1,1,1,1,1,1,4]", "[0,16]"), 16);
  add("tensor without a name", "{" + entry("", "F32", "[4]", "[0,16]") + "}", 16);
  add("name with NUL", "{" + entry("a\\u0000b", "F32", "[4]", "[0,16]") + "}", 16);
  files.push_back({"BOOL of 2", file_of(one("BOOL", "[1]", "[0,1]")) + "\x02", "either"});
  return files;
}

}  // namespace ffn::test
