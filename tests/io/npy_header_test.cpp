#include "ffn/io/npy_header.h"

#include <doctest/doctest.h>

#include "ffn/io/checkpoint_error.h"

using namespace ffn;

TEST_CASE("npy_header: returns element type, byte order, index order and shape") {
  const NpyHeader header = parse_npy_header(
      "{'descr': '>i2', 'fortran_order': True, 'shape': (3, 0, 9007199254740991), }   \n");
  CHECK(header.dtype == Dtype::kI16);
  CHECK(header.big_endian);
  CHECK(header.fortran_order);
  CHECK(header.shape == Shape{3, 0, 9007199254740991});
  const NpyHeader other =
      parse_npy_header("{\"shape\":(),\"fortran_order\":False,\"descr\":\"|b1\"}");
  CHECK(other.dtype == Dtype::kBool);
  CHECK_FALSE(other.big_endian);
  CHECK_FALSE(other.fortran_order);
  CHECK(other.shape.empty());
}

TEST_CASE("npy_header: errors name the field and its value") {
  const auto with = [](const char* descr, const char* order, const char* shape) {
    return std::string("{'descr': ") + descr + ", 'fortran_order': " + order +
           ", 'shape': " + shape + "}";
  };
  CHECK_THROWS_WITH(parse_npy_header(""), "header is empty; expected {");
  CHECK_THROWS_WITH(parse_npy_header("("), "header is byte 40 first; expected {");
  CHECK_THROWS_WITH(parse_npy_header(with("'<f4'", "0", "()")),
                    "fortran_order is of another type; expected True or False");
  CHECK_THROWS_WITH(parse_npy_header(with("'<f4'", "True", "(1, -2)")),
                    "shape is -2; expected whole numbers of 0 or more");
  CHECK_THROWS_WITH(
      parse_npy_header(with("'<f4'", "True", "(123456789012345678901234567890123,)")),
      "shape is 123456789012345678901234567890...; expected at most 9007199254740991");
  CHECK_THROWS_WITH(parse_npy_header("{'descr': '<f4', 'shape': ()}"),
                    "fortran_order is missing; expected descr, fortran_order and shape");
  CHECK_THROWS_WITH(parse_npy_header("{'a': 1}"),
                    "header field is \"a\"; expected descr, fortran_order or shape");
  CHECK_THROWS_WITH(parse_npy_header("{'shape': (), 'shape': ()}"),
                    "header is two values for \"shape\"; expected every name once");
}
