// Valid safetensors files with their values: every element type, and every form that the format
// allows.

#include <limits>

#include "io/corpus.h"

namespace ffn::test {

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

template <class Stored>
std::string raw(std::initializer_list<Stored> values) {
  std::string bytes(values.size() * sizeof(Stored), '\0');
  std::memcpy(bytes.data(), std::data(values), bytes.size());
  return bytes;
}

// Returns a file with one tensor w and that data.
ValidFile typed(const std::string& dtype, const std::string& data, std::vector<double> values) {
  const std::string header = one(dtype, "[" + std::to_string(values.size()) + "]",
                                 "[0," + std::to_string(data.size()) + "]");
  return {dtype,
          file_of(header) + data,
          "w",
          {static_cast<std::int64_t>(values.size())},
          std::move(values)};
}

std::vector<ValidFile> valid_types() {
  return {
      typed("F32", raw<float>({1.5F, -0.0F, 1e-45F, 3e38F}),
            {1.5, -0.0, 0x1p-149, static_cast<double>(3e38F)}),
      typed("F16", raw<std::uint16_t>({0x3C00, 0xC000, 0x0001, 0x8000, 0x7BFF, 0x7C00, 0xFC00}),
            {1, -2, 0x1p-24, -0.0, 65504, kInf, -kInf}),
      typed("BF16", raw<std::uint16_t>({0x3F80, 0xC000, 0x0001, 0x8000, 0x7F80}),
            {1, -2, 0x1p-133, -0.0, kInf}),
      typed("F64", raw<double>({0.1, -1e300, 5e-324}), {0.1, -1e300, 5e-324}),
      typed("I64", raw<std::int64_t>({-1, std::int64_t{1} << 62, 42}), {-1, 0x1p62, 42}),
      typed("U64", raw<std::uint64_t>({~std::uint64_t{0}, 7}), {0x1p64, 7}),
      typed("I32", raw<std::int32_t>({-2147483647 - 1, 2147483647}), {-2147483648.0, 2147483647}),
      typed("U32", raw<std::uint32_t>({4294967295U, 0}), {4294967295.0, 0}),
      typed("I16", raw<std::int16_t>({-32768, 32767}), {-32768, 32767}),
      typed("U16", raw<std::uint16_t>({65535, 1}), {65535, 1}),
      typed("I8", raw<std::int8_t>({-128, 127}), {-128, 127}),
      typed("U8", raw<std::uint8_t>({255, 0}), {255, 0}),
      typed("BOOL", raw<std::uint8_t>({0, 1, 1}), {0, 1, 1}),
      typed("F8_E5M2", raw<std::uint8_t>({0x3C, 0xC0, 0x01, 0x7B, 0x7C}),
            {1, -2, 0x1p-16, 57344, kInf}),
      typed("F8_E4M3", raw<std::uint8_t>({0x38, 0xC0, 0x01, 0x7E, 0x80}),
            {1, -2, 0x1p-9, 448, -0.0}),
      typed("F8_E8M0", raw<std::uint8_t>({0x7F, 0x80, 0x00, 0xFE}), {1, 2, 0x1p-127, 0x1p127})};
}

// Files with tensors of types that are not decoded beside w.
std::vector<ValidFile> valid_other_types() {
  std::vector<ValidFile> files;
  const std::string letters(100'000, 'F');
  for (const std::string& dtype : {std::string("F4"), std::string("Q4_0"), std::string("float32"),
                                   std::string(), std::string("__proto__"), letters}) {
    const std::string name = dtype.size() > 100 ? "of 100000 letters" : "\"" + dtype + "\"";
    files.push_back({"dtype " + name + " of another tensor",
                     file_of("{" + entry("a", dtype, "[4,8]", "[0,16]") + "," +
                             entry("w", "U8", "[2]", "[16,18]") + "}") +
                         std::string(16, 'x') + "\1\2",
                     "w",
                     {2},
                     {1, 2}});
  }
  return files;
}

std::vector<ValidFile> valid_forms() {
  const std::string float4 = raw<float>({1, 2, 3, 4});
  const std::string w4 = one("F32", "[2,2]", "[0,16]");
  const auto same = [&](const char* name, const std::string& header) {
    return ValidFile{name, file_of(header) + float4, "w", {2, 2}, {1, 2, 3, 4}};
  };
  const std::string v = entry("v", "F32", "[1]", "[16,20]");
  const std::string w = entry("w", "F32", "[2,2]", "[0,16]");
  return {
      same("two by two", w4),
      same("padded with spaces", w4 + "       "),
      same("white space inside",
           "{\n\t\"w\" : { \"dtype\" : \"F32\" ,\r\n \"shape\" : [ 2 , 2 ] , \"data_offsets\" : [ "
           "0 , 16 ] } }"),
      same("fields in another order",
           R"({"w":{"data_offsets":[0,16],"shape":[2,2],"dtype":"F32"}})"),
      same("escaped name",
           R"({"\u0077":{"dtype":"F\u00332","shape":[2,2],"data_offsets":[0,16]}})"),
      same("metadata behind", "{" + w + R"(,"__metadata__":{"format":"pt"}})"),
      same("empty tensors at both ends", "{" + entry("a", "F64", "[0]", "[0,0]") + "," + w + "," +
                                             entry("z", "I8", "[3,0,2]", "[16,16]") + "}"),
      same("empty metadata", R"({"__metadata__":{},)" + w + "}"),
      {"reordered", file_of("{" + v + "," + w + "}") + float4 + raw<float>({5}), "v", {1}, {5}},
      {"rank 0", file_of(one("F32", "[]", "[0,4]")) + raw<float>({7}), "w", {}, {7}},
      {"empty", file_of(one("F32", "[2,0]", "[0,0]")), "w", {2, 0}, {}},
      {"8 dimensions",
       file_of(one("U8", "[1,1,2,1,1,1,1,2]", "[0,4]")) + "\1\2\3\4",
       "w",
       {1, 1, 2, 1, 1, 1, 1, 2},
       {1, 2, 3, 4}},
      {"unaligned",
       file_of("{" + entry("b", "U8", "[1]", "[0,1]") + "," + entry("w", "F64", "[1]", "[1,9]") +
               "}") +
           "x" + raw<double>({0.1}),
       "w",
       {1},
       {0.1}},
      {"name in Vietnamese",
       file_of("{" + entry("lớp \xF0\x9F\x98\x80", "U8", "[1]", "[0,1]") + "}") + "\5",
       "lớp \xF0\x9F\x98\x80",
       {1},
       {5}},
      {"name of an object's parts",
       file_of("{" + entry("__proto__", "U8", "[1]", "[0,1]") + "}") + "\6",
       "__proto__",
       {1},
       {6}}};
}

}  // namespace

std::vector<ValidFile> valid_files() {
  std::vector<ValidFile> files = valid_types();
  for (const ValidFile& file : valid_forms()) files.push_back(file);
  for (const ValidFile& file : valid_other_types()) files.push_back(file);
  return files;
}

}  // namespace ffn::test
