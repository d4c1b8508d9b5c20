// Valid .npy files with their values.

#include <cstring>
#include <limits>

#include "io/npy_corpus.h"

namespace ffn::test {

namespace {

template <class Stored>
std::string npy_raw(std::initializer_list<Stored> values) {
  std::string bytes(values.size() * sizeof(Stored), '\0');
  std::memcpy(bytes.data(), std::data(values), bytes.size());
  return bytes;
}

ValidFile npy_typed(const std::string& descr, const std::string& data, std::vector<double> values) {
  const std::string header =
      npy_dict("'" + descr + "'", "False", "(" + std::to_string(values.size()) + ",)");
  return {"of " + descr,
          npy_file(header, data),
          "",
          {static_cast<std::int64_t>(values.size())},
          std::move(values)};
}

}  // namespace

std::vector<ValidFile> valid_npy_files() {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const std::string float4 = npy_raw<float>({1, 2, 3, 4});
  const auto same = [&](const char* name, const std::string& header, int major = 1) {
    return ValidFile{name, npy_file(header, float4, major), "", {2, 2}, {1, 2, 3, 4}};
  };
  std::vector<ValidFile> files{
      same("as NumPy writes it", kGoodNpyHeader),
      same("padded",
           kGoodNpyHeader.substr(0, kGoodNpyHeader.size() - 1) + std::string(60, ' ') + "\n"),
      same("version 2.0", kGoodNpyHeader, 2),
      same("version 3.0", kGoodNpyHeader, 3),
      same("fields in another order",
           "{'shape': (2, 2), 'descr': '<f4', 'fortran_order': False}\n"),
      same("double quotes and no blanks",
           "{\"descr\":\"<f4\",\"fortran_order\":False,\"shape\":(2,2)}\n"),
      same("blanks of all kinds",
           "{\n\t'descr' : '<f4' ,\r\n 'fortran_order' : False , 'shape' : ( 2 , 2 , ) , }\n"),
      same("shape as Python 2 has written it",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 2L), }\n"),
      {"Fortran order",
       npy_file(npy_dict("'<f4'", "True", "(2, 3)"), npy_raw<float>({1, 4, 2, 5, 3, 6})),
       "",
       {2, 3},
       {1, 2, 3, 4, 5, 6}},
      {"Fortran order of one dimension",
       npy_file(npy_dict("'<f4'", "True", "(4,)"), float4),
       "",
       {4},
       {1, 2, 3, 4}},
      {"Fortran order of three dimensions",
       npy_file(npy_dict("'|u1'", "True", "(2, 2, 2)"), "\1\5\3\7\2\6\4\x8"),
       "",
       {2, 2, 2},
       {1, 2, 3, 4, 5, 6, 7, 8}},
      {"rank 0", npy_file(npy_dict("'<f4'", "False", "()"), npy_raw<float>({7})), "", {}, {7}},
      {"empty", npy_file(npy_dict("'<f4'", "False", "(2, 0)"), ""), "", {2, 0}, {}},
      {"big-endian",
       npy_file(npy_dict("'>f4'", "False", "(2,)"), std::string("\x3F\xC0\0\0\xC0\0\0\0", 8)),
       "",
       {2},
       {1.5, -2}},
      {"a byte with an order",
       npy_file(npy_dict("'<i1'", "False", "(2,)"), "\xFF\x05"),
       "",
       {2},
       {-1, 5}}};
  files.push_back(npy_typed("<f4", npy_raw<float>({1.5F, -0.0F, 1e-45F}), {1.5, -0.0, 0x1p-149}));
  files.push_back(npy_typed("<f8", npy_raw<double>({0.1, -1e300, 5e-324}), {0.1, -1e300, 5e-324}));
  files.push_back(npy_typed("<f2", npy_raw<std::uint16_t>({0x3C00, 0x0001, 0x8000, 0x7C00}),
                            {1, 0x1p-24, -0.0, kInf}));
  files.push_back(
      npy_typed("<i8", npy_raw<std::int64_t>({-1, std::int64_t{1} << 62}), {-1, 0x1p62}));
  files.push_back(npy_typed("<u8", npy_raw<std::uint64_t>({~std::uint64_t{0}, 7}), {0x1p64, 7}));
  files.push_back(
      npy_typed("<i4", npy_raw<std::int32_t>({-2147483647 - 1, 42}), {-2147483648.0, 42}));
  files.push_back(npy_typed("<u4", npy_raw<std::uint32_t>({4294967295U, 0}), {4294967295.0, 0}));
  files.push_back(npy_typed("<i2", npy_raw<std::int16_t>({-32768, 32767}), {-32768, 32767}));
  files.push_back(npy_typed("<u2", npy_raw<std::uint16_t>({65535, 1}), {65535, 1}));
  files.push_back(npy_typed("|i1", npy_raw<std::int8_t>({-128, 127}), {-128, 127}));
  files.push_back(npy_typed("|u1", npy_raw<std::uint8_t>({255, 0}), {255, 0}));
  files.push_back(npy_typed("|b1", npy_raw<std::uint8_t>({0, 1}), {0, 1}));
  return files;
}

}  // namespace ffn::test
