#include "ffn/core/text.h"

namespace ffn {

Piece::Piece(const char* text) : Piece(std::string_view(text)) {}
Piece::Piece(std::string_view text) : kind_(Kind::kText), size_(text.size()) { value_.text = text.data(); }
Piece::Piece(const std::string& text) : Piece(std::string_view(text)) {}
Piece::Piece(std::int64_t value) : kind_(Kind::kInteger) { value_.integer = value; }
Piece::Piece(double value) : kind_(Kind::kReal) { value_.real = value; }
Piece::Piece(const Shape& shape) : kind_(Kind::kShape) { value_.shape = &shape; }
Piece::Piece(const MatrixShape& shape) : kind_(Kind::kMatrixShape) { value_.matrix_shape = &shape; }
Piece::Piece(const Piece* several, std::size_t count) : kind_(Kind::kSeveral), size_(count) { value_.several = several; }

void Piece::append_to(std::string& text) const {
  switch (kind_) {
    case Kind::kText: text.append(value_.text, size_); return;
    case Kind::kInteger: text.append(to_text(value_.integer)); return;
    case Kind::kReal: text.append(to_text(value_.real)); return;
    case Kind::kShape: text.append(to_string(*value_.shape)); return;
    case Kind::kMatrixShape: text.append(to_string(*value_.matrix_shape)); return;
    case Kind::kSeveral:
      for (std::size_t i = 0; i < size_; ++i) value_.several[i].append_to(text);
      return;
  }
}

std::string Text::str() const {
  std::string text;
  piece_.append_to(text);
  return text;
}

}  // namespace ffn
