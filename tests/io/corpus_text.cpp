#include "io/corpus_text.h"

#include <cstdlib>
#include <fstream>

#include "io/golden_file.h"

namespace ffn::test {

namespace {

constexpr std::size_t kLongestUnit = 8;
constexpr std::size_t kShortestRun =
    48;  // in bytes; shorter runs are more readable without abbreviation

std::string hexadecimal(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += {"0123456789abcdef"[byte >> 4U], "0123456789abcdef"[byte & 15U]};
  }
  return text;
}

// Returns the number of bytes from `at` on that repeat a unit.
std::size_t run_length(std::string_view bytes, std::size_t at, std::size_t unit) {
  std::size_t end = at + unit;
  while (end < bytes.size() && bytes[end] == bytes[end - unit]) ++end;
  return end > bytes.size() ? 0 : (end - at) / unit * unit;
}

std::string line_of(const std::string& what, const std::string& name, const std::string& bytes) {
  return what + "\t" + name + "\t" + bytes_as_text(bytes);
}

}  // namespace

std::string bytes_as_text(std::string_view bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t unit = 1;
    while (unit <= kLongestUnit && run_length(bytes, at, unit) < kShortestRun) ++unit;
    if (unit > kLongestUnit) {
      text += hexadecimal(bytes.substr(at++, 1));
    } else {
      const std::size_t length = run_length(bytes, at, unit);
      text.append("*")
          .append(std::to_string(length / unit))
          .append("(")
          .append(hexadecimal(bytes.substr(at, unit)))
          .append(")");
      at += length;
    }
  }
  return text;
}

std::string corpus_text(const std::vector<CorpusFile>& rejected,
                        const std::vector<ValidFile>& valid) {
  std::string text;
  for (const CorpusFile& file : rejected)
    text += line_of(file.expected, file.name, file.bytes) + "\n";
  for (const ValidFile& file : valid) {
    std::string shape;
    for (const std::int64_t dimension : file.shape)
      shape.append(shape.empty() ? "" : " ").append(std::to_string(dimension));
    const std::vector<float> values(file.values.begin(), file.values.end());
    const std::string_view floats(reinterpret_cast<const char*>(values.data()),
                                  values.size() * sizeof(float));
    text += line_of("valid", file.name, file.bytes) + "\t" + bytes_as_text(file.tensor) + "\t" +
            shape + "\t" + bytes_as_text(floats) + "\n";
  }
  return text;
}

bool is_up_to_date(const std::string& name, const std::string& text) {
  const std::string path = std::string(FFN_GOLDEN_DIR) + "/../io/corpus/" + name + ".txt";
  if (std::getenv("FFN_WRITE_CORPUS") != nullptr) std::ofstream(path, std::ios::binary) << text;
  return read_bytes(path) == text;
}

}  // namespace ffn::test
