#include "ffn/core/activation_kind.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <span>

#include "ffn/core/check.h"

using namespace ffn;

namespace {

// Returns whether every text of a column is there and differs from the others: a name that is read
// means one activation.
consteval bool names_each_once(std::span<const std::string_view> column) {
  if (column.size() != kActivations.size()) return false;
  for (std::size_t i = 0; i < column.size(); ++i) {
    if (column[i].empty()) return false;
    for (std::size_t j = 0; j < i; ++j)
      if (column[i] == column[j]) return false;
  }
  return true;
}
static_assert(names_each_once(NamesOf<Activation>::names));
static_assert(names_each_once(kTorchActivations));
static_assert(names_each_once(kHuggingFaceActivations));

// Returns whether enumerators are the indices of their rows, by which names are found.
consteval bool enumerators_are_indices() {
  for (std::size_t i = 0; i < kActivations.size(); ++i)
    if (static_cast<std::size_t>(kActivations[i]) != i) return false;
  return true;
}
static_assert(enumerators_are_indices());

}  // namespace

TEST_CASE("activation_kind: the kind becomes a template argument") {
  for (const Activation kind : kActivations)
    CHECK(with_activation(kind, []<Activation each>() { return each; }) == kind);
}

TEST_CASE("activation_kind: a value that is not an enumerator is rejected") {
  const auto unknown = static_cast<Activation>(kActivations.size());
  CHECK_THROWS_AS(with_activation(unknown, []<Activation each>() { return each; }), ArgumentError);
  CHECK_THROWS_WITH_AS(reject_activation(static_cast<Activation>(99)),
                       "activation is 99; expected a member of ffn::Activation", ArgumentError);
}
