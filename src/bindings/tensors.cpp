#include "tensors.h"

namespace ffn::bindings {

Tensors Tensors::part(const std::string& name) const {
  Tensors part(into_, use_);
  part.prefix_ = prefix_ + name + ".";
  return part;
}

val Tensors::data(const std::string& name, const Shape& shape) {
  if (is_new()) {
    const val array =
        val::global("Float32Array").new_(static_cast<double>(element_count(name.c_str(), shape)));
    object_.set(name, tensor_on(array, shape));
    return array;
  }
  const std::string full_name = "into." + prefix_ + name;
  const val tensor = into_[prefix_ + name];
  check(!tensor.isUndefined(), full_name.c_str(), "missing", {"a tensor of shape ", shape});
  check_shape(full_name.c_str(), read_tensor_shape(full_name.c_str(), tensor), shape);
  return tensor["data"];
}

Tensors& Tensors::set(const std::string& name, std::span<const float> values, const Shape& shape) {
  if (is_new()) {
    object_.set(name, write_tensor(values, shape));
  } else if (const val array = data(name, shape); use_ == Use::kWrite) {
    write_part(array, 0, values);
  }
  return *this;
}

void write_part(const val& array, std::int64_t first, std::span<const float> values) {
  array.call<void>("set", emscripten::typed_memory_view(values.size(), values.data()),
                   static_cast<double>(first));
}

}  // namespace ffn::bindings
