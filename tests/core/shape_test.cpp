#include "ffn/core/shape.h"

#include <doctest/doctest.h>

#include "ffn/core/check.h"
#include "ffn/core/matrix.h"

using namespace ffn;

TEST_CASE("shape: to_string formats shapes as NumPy does") {
  CHECK(to_string(Shape{}) == "()");
  CHECK(to_string(Shape{8}) == "(8,)");
  CHECK(to_string(Shape{2, 5, 8}) == "(2, 5, 8)");
}

TEST_CASE("shape: element_count checks for overflow in 64 bits") {
  CHECK(element_count("x", Shape{}) == 1);
  CHECK(element_count("x", Shape{2, 5, 8}) == 80);
  CHECK(element_count("x", Shape{5, 0, 8}) == 0);
  CHECK(element_count("x", Shape{kMaxElements}) == kMaxElements);
  CHECK_THROWS_AS(element_count("x", Shape{kMaxElements, 2}), ArgumentError);
  // 65536 * 65536 is 0 in 32 bits, and 2^32 * 2^32 is 0 in 64.
  CHECK_THROWS_AS(element_count("x", Shape{65536, 65536}), ArgumentError);
  CHECK_THROWS_AS(element_count("x", Shape{std::int64_t{1} << 32, std::int64_t{1} << 32}),
                  ArgumentError);
  CHECK_THROWS_AS(element_count("x", Shape{2, -1}), ArgumentError);
  CHECK_THROWS_AS(element_count("x", Shape(9, 1)), ArgumentError);
}

TEST_CASE("shape: check_shape names both shapes") {
  CHECK_NOTHROW(check_shape("x", {2, 3}, {2, 3}));
  CHECK_THROWS_WITH(check_shape("x", {2, 4}, {2, 3}), "x is (2, 4); expected shape (2, 3)");
  CHECK_THROWS_AS(check_shape("x", {2}, {2, 1}), ArgumentError);
}

TEST_CASE("shape: check_shape compares matrix shapes") {
  const Matrix x = Matrix::Zero(2, 4);
  CHECK_NOTHROW(check_shape("x", shape_of(x), {2, 4}));
  CHECK_NOTHROW(check_shape("x", shape_of(x), shape_of(x)));
  CHECK_THROWS_WITH(check_shape("x", shape_of(x), {2, 3}), "x is (2, 4); expected shape (2, 3)");
  CHECK_THROWS_WITH(check_shape("x", shape_of(x), {1, 4}), "x is (2, 4); expected shape (1, 4)");
  CHECK_THROWS_WITH(check_shape("x", shape_of(x), Shape{2, 4, 1}),
                    "x is (2, 4); expected shape (2, 4, 1)");
  CHECK(Shape(shape_of(x)) == Shape{2, 4});
}

TEST_CASE("shape: token_count takes any leading dimensions and checks the last") {
  CHECK(token_count("x", Shape{8}, 8) == 1);
  CHECK(token_count("x", Shape{2, 5, 8}, 8) == 10);
  CHECK(token_count("x", Shape{0, 8}, 8) == 0);
  CHECK(token_count("x", Shape{2, 5, 0}, 0) == 10);  // tokens without features are tokens
  CHECK_THROWS_WITH(token_count("x", Shape{2, 7}, 8),
                    "x is a tensor of shape (2, 7); expected a last dimension of 8");
  CHECK_THROWS_AS(token_count("x", Shape{}, 8), ArgumentError);
}
