#include "ffn/analysis/independence.h"

#include <cmath>
#include <numeric>
#include <utility>

#include "ffn/core/check.h"
#include "ffn/core/random.h"
#include "ffn/core/shape.h"

namespace ffn {

namespace {

Matrix output_of(const FeedForward& network, const ConstMatrixView& x) {
  Matrix output(x.rows(), network.d_model());
  network.forward(x, view(output), nullptr);
  return output;
}

Matrix alone_output_of(const FeedForward& network, const ConstMatrixView& x) {
  Matrix output(x.rows(), network.d_model());
  MatrixView rows = view(output);
  for (Index token = 0; token < x.rows(); ++token)
    network.forward(row_slice(x, token, 1), row_slice(rows, token, 1), nullptr);
  return output;
}

// Sattolo's shuffle (1986): a permutation with a single cycle, so no token stays in place.
std::vector<std::int64_t> cyclic_permutation(Index tokens, RandomState& rng) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(tokens));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  for (std::size_t i = order.size(); i > 1; --i) {
    const auto other = static_cast<std::size_t>(rng.random_sample() * static_cast<double>(i - 1));
    std::swap(order[i - 1], order[other]);
  }
  return order;
}

Matrix permuted_output_of(const FeedForward& network, const ConstMatrixView& x,
                          const std::vector<std::int64_t>& order) {
  Matrix moved(x.rows(), x.cols());
  for (Index row = 0; row < x.rows(); ++row)
    moved.row(row) = x.row(static_cast<Index>(order[static_cast<std::size_t>(row)]));
  const Matrix output = output_of(network, view(std::as_const(moved)));
  Matrix back(output.rows(), output.cols());
  for (Index row = 0; row < x.rows(); ++row)
    back.row(static_cast<Index>(order[static_cast<std::size_t>(row)])) = output.row(row);
  return back;
}

Matrix without_row(const Matrix& matrix, Index row) {
  Matrix rest(matrix.rows() - 1, matrix.cols());
  rest.topRows(row) = matrix.topRows(row);
  rest.bottomRows(rest.rows() - row) = matrix.bottomRows(rest.rows() - row);
  return rest;
}

}  // namespace

Independence independence(const FeedForward& network, const ConstMatrixView& x,
                          const IndependenceOptions& options) {
  check_shape("x", shape_of(x), {x.rows(), network.d_model()});
  check(x.rows() >= 1, "x", shape_of(x), "one token or more");
  check_index("changed_token", options.changed_token, x.rows());
  check(std::isfinite(options.change), "change", options.change, "a finite number");
  const auto token = static_cast<Index>(options.changed_token);
  const Matrix batch = output_of(network, x);
  Matrix edited = x;
  edited.row(token).array() += static_cast<float>(options.change);
  const Matrix after = output_of(network, view(std::as_const(edited)));
  RandomState rng(options.seed);
  Independence found;
  found.alone = difference(elements_of(alone_output_of(network, x)), elements_of(batch));
  found.permutation = cyclic_permutation(x.rows(), rng);
  found.permuted = difference(elements_of(permuted_output_of(network, x, found.permutation)),
                              elements_of(batch));
  if (x.rows() > 1)
    found.others =
        difference(elements_of(without_row(after, token)), elements_of(without_row(batch, token)));
  found.changed = difference(elements_of(row_slice(view(after), token, 1)),
                             elements_of(row_slice(view(batch), token, 1)));
  found.independent =
      found.alone.differing == 0 && found.permuted.differing == 0 && found.others.differing == 0;
  return found;
}

}  // namespace ffn
