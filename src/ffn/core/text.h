#pragma once
// Text that is formatted only when it is needed: the texts of errors are passed to every check, and
// nearly all checks succeed.

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "ffn/core/shape.h"

namespace ffn {

/// Formats an integer.
inline std::string to_text(std::int64_t value) { return std::to_string(value); }

/// Formats a double: with 15 significant digits if they parse back to the same value, otherwise
/// with 17; with a decimal point in every locale.
std::string to_text(double value);

/// Returns the double that is nearest to a decimal number such as "-1.5e3", infinity if it
/// overflows; with a decimal point in every locale. The caller has checked that all of the text is
/// such a number.
double to_number(const std::string& decimal);

/// A piece of a Text: a string, a number or a shape. It refers to strings and shapes, which must
/// outlive it. The constructors are not inlined, because there are about a thousand calls, nearly
/// all of them of errors that do not occur.
class Piece {
 public:
  // Not explicit, so that they convert in a braced list.
  [[gnu::noinline]] Piece(const char* text);
  [[gnu::noinline]] Piece(std::string_view text);
  [[gnu::noinline]] Piece(const std::string& text);
  [[gnu::noinline]] Piece(std::int64_t value);
  template <std::integral Integer>
  Piece(Integer value) : Piece(static_cast<std::int64_t>(value)) {}
  [[gnu::noinline]] Piece(double value);
  [[gnu::noinline]] Piece(const Shape& shape);
  [[gnu::noinline]] Piece(const MatrixShape& shape);

 private:
  friend class Text;
  enum class Kind : std::uint8_t { kText, kInteger, kReal, kShape, kMatrixShape, kSeveral };

  [[gnu::noinline]] Piece(const Piece* several, std::size_t count);
  void append_to(std::string& text) const;

  Kind kind_;
  std::size_t size_ = 0;
  union {
    const char* text;
    std::int64_t integer;
    double real;
    const Shape* shape;
    const MatrixShape* matrix_shape;
    const Piece* several;
  } value_;
};

/// One piece, or several in braces: {"at most ", n, " elements"}. Only for arguments of functions:
/// the list ends with the full expression.
class Text {
 public:
  // Not explicit, so that both forms convert.
  template <class Value>
  requires std::convertible_to<const Value&, Piece> Text(const Value& value) : piece_(value) {}
  Text(std::initializer_list<Piece> pieces) : piece_(pieces.begin(), pieces.size()) {}

  /// Formats the pieces. Throws std::bad_alloc.
  std::string str() const;

 private:
  Piece piece_;
};

}  // namespace ffn
