#pragma once
// The tensors that a pass returns to JavaScript: in new arrays, or in those of an earlier result,
// the option `into`. A new array of some megabytes costs more than a small pass, because the
// browser has to find and clear its memory.

#include <span>
#include <string>

#include "values.h"

namespace ffn::bindings {

class Tensors {
 public:
  /// `into` is undefined, or has tensors under their full names, such as "attention.query".
  explicit Tensors(const val& into) : into_(into) {}

  /// Returns a part of these tensors, whose names begin with `name` and a point.
  Tensors part(const std::string& name) const;

  /// Writes a tensor. Throws ArgumentError if `into` has none of that name and shape.
  Tensors& set(const std::string& name, std::span<const float> values, const Shape& shape);

  /// Writes a matrix or row vector as a tensor of that shape.
  template <class M>
  Tensors& set(const std::string& name, const M& matrix, const Shape& shape) {
    return set(name, elements_of(matrix), shape);
  }

  /// Writes rows as a tensor with the leading dimensions of `shape`.
  template <class M>
  Tensors& set_rows(const std::string& name, const M& matrix, const Shape& shape) {
    return set(name, matrix, with_last(shape, matrix.cols()));
  }

  /// Returns the Float32Array of a tensor, new or of `into`, for write_part. Throws as `set`.
  val data(const std::string& name, const Shape& shape);

  /// Adds a part, or a list of parts, unless it is in `into`.
  void set_part(const char* name, const val& part) {
    if (is_new()) object_.set(name, part);
  }

  /// Whether the tensors are new.
  bool is_new() const { return into_.isUndefined(); }

  /// Calls write(tensors) to write several tensors, none before all shapes are right.
  template <class Write>
  void set_all(Write write) {
    if (!is_new()) {
      Tensors only_checked(into_, Use::kCheck);
      write(only_checked);
    }
    write(*this);
  }

  /// Returns an object with the new tensors.
  const val& object() const { return object_; }

 private:
  // Whether `set` writes to `into`, or only compares shapes.
  enum class Use { kCheck, kWrite };

  Tensors(const val& into, Use use) : into_(into), use_(use) {}

  val into_;
  Use use_ = Use::kWrite;
  std::string prefix_;
  val object_ = val::object();
};

/// Copies numbers into an array from element `first` on.
void write_part(const val& array, std::int64_t first, std::span<const float> values);

}  // namespace ffn::bindings
