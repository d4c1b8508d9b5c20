#include "ffn/core/text.h"

#include <span>

namespace ffn {

Piece::Piece(const char* text) : Piece(std::string_view(text)) {}
Piece::Piece(std::string_view text) : kind_(Kind::kText), size_(text.size()) {
  value_.text = text.data();
}
Piece::Piece(const std::string& text) : Piece(std::string_view(text)) {}
Piece::Piece(std::int64_t value) : kind_(Kind::kInteger) { value_.integer = value; }
Piece::Piece(double value) : kind_(Kind::kReal) { value_.real = value; }
Piece::Piece(const Shape& shape) : kind_(Kind::kShape) { value_.shape = &shape; }
Piece::Piece(const MatrixShape& shape) : kind_(Kind::kMatrixShape) { value_.matrix_shape = &shape; }
Piece::Piece(const Piece* several, std::size_t count) : kind_(Kind::kSeveral), size_(count) {
  value_.several = several;
}

// Not of the kind kSeveral, whose pieces Text::str appends.
void Piece::append_to(std::string& text) const {
  if (kind_ == Kind::kText) {
    text.append(value_.text, size_);
  } else if (kind_ == Kind::kInteger) {
    text.append(to_text(value_.integer));
  } else if (kind_ == Kind::kReal) {
    text.append(to_text(value_.real));
  } else if (kind_ == Kind::kShape) {
    text.append(to_string(*value_.shape));
  } else {
    text.append(to_string(*value_.matrix_shape));
  }
}

std::string Text::str() const {
  std::string text;
  const bool several = piece_.kind_ == Piece::Kind::kSeveral;
  for (const Piece& piece :
       several ? std::span(piece_.value_.several, piece_.size_) : std::span(&piece_, 1))
    piece.append_to(text);
  return text;
}

}  // namespace ffn
