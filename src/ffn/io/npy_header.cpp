#include "ffn/io/npy_header.h"

#include <algorithm>
#include <array>
#include <string>

#include "ffn/core/ascii.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/header_json.h"
#include "ffn/io/tensor_info.h"
#include "ffn/io/utf8.h"

namespace ffn {

namespace {

using Reason = CheckpointReason;

constexpr std::size_t kShownNpyDigits = 30;  // longest number shown in a message

struct Code {
  std::string_view name;
  Dtype dtype;
};

// NumPy's type codes without the byte-order character in front.
constexpr std::array<Code, 12> kCodes{{{"b1", Dtype::kBool},
                                       {"u1", Dtype::kU8},
                                       {"i1", Dtype::kI8},
                                       {"u2", Dtype::kU16},
                                       {"i2", Dtype::kI16},
                                       {"f2", Dtype::kF16},
                                       {"u4", Dtype::kU32},
                                       {"i4", Dtype::kI32},
                                       {"f4", Dtype::kF32},
                                       {"u8", Dtype::kU64},
                                       {"i8", Dtype::kI64},
                                       {"f8", Dtype::kF64}}};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_word(char c) { return is_letter_or_digit(c) || c == '_' || c == '.'; }

void set_type(NpyHeader& header, std::string_view descr) {
  const auto refuse = [&](Reason reason, const char* expected) {
    reject(reason, "descr", short_quoted(descr), expected);
  };
  const char order = descr.empty() ? '\0' : descr.front();
  const std::string_view name = descr.substr(std::min<std::size_t>(descr.size(), 1));
  if (!name.empty() && name.front() == 'O')
    refuse(Reason::kPickledObjects,
           "numbers: Python objects are stored as a pickle, which is code");
  const auto* const code = std::find_if(kCodes.begin(), kCodes.end(),
                                        [&](const Code& known) { return known.name == name; });
  // Single-byte types have no byte order; NumPy writes |, other writers also < or >.
  const bool ordered =
      order == '<' || order == '>' || (order == '|' && name.size() == 2 && name.back() == '1');
  if (code == kCodes.end() || !ordered) {
    refuse(Reason::kUnknownDtype,
           "< or > and one of f2, f4, f8, i1, i2, i4, i8, u1, u2, u4, u8, or |b1");
  }
  header.dtype = code->dtype;
  header.big_endian = order == '>';
}

/// Parses the dictionary from left to right; every function consumes its token and advances the
/// position, or throws CheckpointError.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  NpyHeader read() {
    expect('{');
    while (!take('}')) {
      read_field();
      if (!take(',')) {
        expect('}');
        break;
      }
    }
    if (text_.find_first_not_of(" \n", at_) != std::string_view::npos) {
      reject(Reason::kHeaderPadding, "header",
             {"going on after the dictionary, at its byte ", at_ + 1}, "spaces and a line feed");
    }
    require(seen_descr_, "descr");
    require(seen_order_, "fortran_order");
    require(seen_shape_, "shape");
    return std::move(header_);
  }

 private:
  void read_field() {
    if (peek() != '\'' && peek() != '"') not_literal();
    const std::string_view name = read_string();
    bool* seen = nullptr;
    if (name == "descr") seen = &seen_descr_;
    if (name == "fortran_order") seen = &seen_order_;
    if (name == "shape") seen = &seen_shape_;
    if (seen == nullptr)
      reject(Reason::kUnknownField, "header field", short_quoted(name),
             "descr, fortran_order or shape");
    if (*seen)
      reject(Reason::kDuplicateKey, "header", {"two values for ", short_quoted(name)},
             "every name once");
    *seen = true;
    expect(':');
    if (seen == &seen_descr_) {
      if (peek() != '\'' && peek() != '"')
        wrong_type("descr", "a text such as '<f4': structured records are not read");
      set_type(header_, read_string());
    } else if (seen == &seen_order_) {
      read_order();
    } else {
      read_shape();
    }
  }

  void read_order() {
    const std::string_view word = read_word();
    if (word != "True" && word != "False") wrong_type("fortran_order", "True or False");
    header_.fortran_order = word == "True";
  }

  void read_shape() {
    if (peek() != '(') wrong_type("shape", "a tuple of numbers");
    expect('(');
    bool comma = true;  // a tuple of one number needs a comma: (3) is a number in parentheses
    while (!take(')')) {
      if (!comma) not_literal();
      header_.shape.push_back(read_dimension());
      comma = take(',');
      if (header_.shape.size() > kMaxFileDimensions) {
        reject(Reason::kTooManyDimensions, "shape", {"longer than ", kMaxFileDimensions},
               {"at most ", kMaxFileDimensions, " dimensions"});
      }
    }
    if (header_.shape.size() == 1 && !comma) wrong_type("shape", "a tuple of numbers");
  }

  std::int64_t read_dimension() {
    const bool negative = take('-');
    std::string_view digits = read_word();
    if (digits.empty() || digits.front() < '0' || digits.front() > '9')
      wrong_type("shape", "a tuple of numbers");
    const std::string_view all = digits;
    if (digits.size() > 1 && digits.back() == 'L')
      digits.remove_suffix(1);  // Python 2's long integers: 3L
    const bool leading_zero = digits.size() > 1 && digits.front() == '0';
    const bool whole =
        std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (negative || leading_zero || !whole) {
      reject(Reason::kBadNumber, "shape", {(negative ? "-" : ""), shown(all)},
             "whole numbers of 0 or more");
    }
    std::int64_t value = 0;
    for (const char digit : digits) {
      value = 10 * value + (digit - '0');
      if (value > kMaxExactInteger) {
        reject(Reason::kSizeOverflow, "shape", shown(all), {"at most ", kMaxExactInteger});
      }
    }
    return value;
  }

  /// Reads a quoted string. Escapes are rejected: NumPy writes no string that needs one.
  std::string_view read_string() {
    const char quote = peek();
    const std::size_t begin = at_ + 1;
    const std::size_t end = text_.find_first_of(quote == '\'' ? "'\\\n" : "\"\\\n", begin);
    at_ = std::min(end, text_.size());
    if (at_ == text_.size() || text_[at_] != quote) not_literal();
    return text_.substr(begin, at_++ - begin);
  }

  std::string_view read_word() {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  /// Returns the next non-blank character without consuming it, or NUL at the end.
  char peek() {
    skip_blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool take(char wanted) {
    if (peek() != wanted || at_ == text_.size()) return false;
    ++at_;
    return true;
  }

  void expect(char wanted) {
    if (!take(wanted)) not_literal();
  }

  [[noreturn]] void not_literal() const {
    reject(Reason::kNotLiteral, "header", {"not a dictionary at its byte ", at_ + 1},
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), } or alike");
  }

  [[noreturn]] static void wrong_type(const char* field, const char* expected) {
    reject(Reason::kWrongType, field, "of another type", expected);
  }

  static void require(bool seen, const char* field) {
    if (!seen) reject(Reason::kMissingField, field, "missing", "descr, fortran_order and shape");
  }

  static std::string shown(std::string_view text) {
    return text.size() <= kShownNpyDigits ? std::string(text)
                                          : std::string(text.substr(0, kShownNpyDigits)) + "...";
  }

  std::string_view text_;
  std::size_t at_ = 0;
  NpyHeader header_;
  bool seen_descr_ = false;
  bool seen_order_ = false;
  bool seen_shape_ = false;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view text) {
  if (text.empty() || text.front() != '{') {
    if (text.empty()) reject(Reason::kHeaderStart, "header", "empty", "{");
    reject(Reason::kHeaderStart, "header",
           {"byte ", static_cast<unsigned char>(text.front()), " first"}, "{");
  }
  if (const auto at = first_invalid_utf8(text)) {
    reject(Reason::kNotUtf8, "header", {"not UTF-8 at its byte ", *at + 1}, "UTF-8");
  }
  return Reader(text).read();
}

}  // namespace ffn
