#include "ffn/core/matrix.h"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

using namespace ffn;

TEST_CASE("matrix: rows are contiguous and views share the memory") {
  Matrix m(3, 2);
  m << 1, 2, 3, 4, 5, 6;
  CHECK(m.data()[2] == 3.0F);
  view(m)(2, 1) = 60.0F;
  CHECK(m(2, 1) == 60.0F);
  const Matrix& constant = m;
  CHECK(view(constant).data() == m.data());
}

TEST_CASE("matrix: row_slice views the given rows") {
  Matrix m(4, 2);
  m << 1, 2, 3, 4, 5, 6, 7, 8;
  const Matrix& constant = m;
  const ConstMatrixView middle = row_slice(view(constant), 1, 2);
  CHECK(middle.rows() == 2);
  CHECK(middle(0, 0) == 3.0F);
  CHECK(middle(1, 1) == 6.0F);
  MatrixView whole = view(m);
  row_slice(whole, 3, 1)(0, 0) = 70.0F;
  CHECK(m(3, 0) == 70.0F);
}

TEST_CASE("matrix: elements_of returns the elements in row-major order") {
  Matrix m(2, 2);
  m << 1, 2, 3, 4;
  const std::span<const float> elements = elements_of(m);
  CHECK(std::vector<float>(elements.begin(), elements.end()) == std::vector<float>{1, 2, 3, 4});
  CHECK(elements_of(row_slice(view(std::as_const(m)), 1, 1))[0] == 3.0F);
  CHECK(elements_of(Matrix()).empty());
}
