#include "ffn/nn/parameters.h"

#include <algorithm>

#include "ffn/core/check.h"

namespace ffn {

namespace {

template <class Scalar>
const ParameterOf<Scalar>& named(const ParametersOf<Scalar>& list, const std::string& name) {
  const auto found = std::find_if(list.begin(), list.end(),
                                  [&](const auto& parameter) { return parameter.name == name; });
  if (found != list.end()) return *found;
  constexpr std::size_t kShown =
      16;  // the parameters of one block; the list of a stack would be too long for a message
  std::string known;
  for (std::size_t i = 0; i < std::min(kShown, list.size()); ++i)
    known.append(i == 0 ? "" : ", ").append(list[i].name);
  if (list.size() > kShown) known.append(", ...");
  reject("weights", {"a set with ", name}, {"no other tensors than ", known});
}

}  // namespace

template <class Scalar>
void ParameterLister<Scalar>::append(const char* kind, const char* name, std::span<Scalar> values,
                                     const Shape& shape) {
  if (!values.empty()) list_.push_back({prefix_ + kind + name, values, shape});
}

template <class Scalar>
void assign_parameters(const ParametersOf<Scalar>& to, const ParametersOf<const Scalar>& from) {
  for (const auto& source : from)
    check_shape(source.name.c_str(), source.shape, named(to, source.name).shape);
  for (const auto& source : from)
    std::copy(source.values.begin(), source.values.end(), named(to, source.name).values.begin());
}

template class ParameterLister<float>;
template class ParameterLister<const float>;
template class ParameterLister<double>;
template class ParameterLister<const double>;
template void assign_parameters<float>(const ParametersOf<float>&,
                                       const ParametersOf<const float>&);
template void assign_parameters<double>(const ParametersOf<double>&,
                                        const ParametersOf<const double>&);

}  // namespace ffn
