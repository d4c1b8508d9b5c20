#include "ffn/train/dataset.h"

#include <doctest/doctest.h>

#include <array>
#include <limits>

#include "ffn/core/check.h"

using namespace ffn;

namespace {

Dataset regression() {
  Dataset data{{Matrix(3, 2), Matrix(3, 1), {}}, {}, {}};
  data.inputs << 1, 2, 3, 4, 5, 6;
  data.targets << 10, 20, 30;
  return data;
}

Dataset classification() {
  Dataset data{{regression().inputs, {}, {0, 1, 0}}, {"no", "yes"}, {}};
  return data;
}

void check_error(Dataset data, const char* message, const std::function<void(Dataset&)>& change) {
  change(data);
  CHECK_THROWS_WITH_AS(check_dataset(data), message, ArgumentError);
}

}  // namespace

TEST_CASE("dataset: the loss is mean squared error for targets and cross-entropy for labels") {
  const Dataset one = regression();
  const Dataset other = classification();
  CHECK_NOTHROW(check_dataset(one));
  CHECK_NOTHROW(check_dataset(other));
  CHECK(one.loss() == Loss::kMeanSquaredError);
  CHECK(other.loss() == Loss::kCrossEntropy);
  CHECK(one.d_out() == 1);
  CHECK(other.d_out() == 2);
}

TEST_CASE("dataset: errors name the invalid element") {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  check_error(regression(), "inputs is (0, 2); expected one row and one column or more",
              [](Dataset& d) { d.inputs.resize(0, 2); });
  check_error(regression(), "inputs is (3, 0); expected one row and one column or more",
              [](Dataset& d) { d.inputs.resize(3, 0); });
  check_error(regression(), "inputs[1, 0] is nan; expected a finite number",
              [](Dataset& d) { d.inputs(1, 0) = kNaN; });
  check_error(regression(), "targets[2, 0] is -inf; expected a finite number",
              [](Dataset& d) { d.targets(2, 0) = -kInfinity; });
  check_error(regression(), "targets is (2, 1); expected shape (3, 1)",
              [](Dataset& d) { d.targets.conservativeResize(2, 1); });
  check_error(regression(),
              "dataset is one without targets and labels; expected either targets or labels",
              [](Dataset& d) { d.targets.resize(0, 0); });
  check_error(regression(),
              "dataset is one with targets and labels; expected either targets or labels",
              [](Dataset& d) {
                d.labels = {0, 0, 0};
              });
  check_error(classification(), "labels is (2,); expected shape (3,)",
              [](Dataset& d) { d.labels.pop_back(); });
  check_error(classification(), "labels[0] is 2; expected a class from 0 to 1",
              [](Dataset& d) { d.labels[0] = 2; });
  check_error(classification(), "labels[2] is -1; expected a class from 0 to 1",
              [](Dataset& d) { d.labels[2] = -1; });
}

TEST_CASE("dataset: examples_at returns examples in the order of the given rows") {
  const std::array<std::int32_t, 4> rows{2, 0, 2, 1};
  const Examples some = examples_at(regression(), rows);
  CHECK(some.inputs.row(0) == regression().inputs.row(2));
  CHECK(some.targets.col(0).transpose() == (RowVector(4) << 30, 10, 30, 20).finished());
  CHECK(some.labels.empty());
  const Examples labelled = examples_at(classification(), rows);
  CHECK(labelled.labels == std::vector<std::int32_t>{0, 0, 0, 1});
  CHECK(labelled.targets.size() == 0);
}

TEST_CASE("dataset: numbered_classes names classes by number") {
  CHECK(numbered_classes(std::array<std::int32_t, 3>{0, 2, 1}) ==
        std::vector<std::string>{"0", "1", "2"});
  CHECK(numbered_classes(std::array<std::int32_t, 1>{-3}) == std::vector<std::string>{"0"});
  CHECK_THROWS_WITH(numbered_classes(std::array<std::int32_t, 2>{0, 20000000}),
                    "labels is 20000000; expected 0 to 65535");
}

TEST_CASE("dataset: a grid contains every point once and its last coordinate varies fastest") {
  const Matrix line = grid_inputs(1, -1.0, 1.0, 5);
  CHECK(line.transpose() == (Matrix(1, 5) << -1.0F, -0.5F, 0.0F, 0.5F, 1.0F).finished());
  const Matrix plane = grid_inputs(2, 0.0, 3.0, 4);
  CHECK(plane.rows() == 16);
  CHECK(plane.row(0) == (RowVector(2) << 0, 0).finished());
  CHECK(plane.row(1) == (RowVector(2) << 0, 1).finished());
  CHECK(plane.row(7) == (RowVector(2) << 1, 3).finished());
  CHECK(plane.row(15) == (RowVector(2) << 3, 3).finished());
  CHECK(grid_inputs(3, -2.0, 2.0, 1) == (Matrix(1, 3) << -2, -2, -2).finished());
}

TEST_CASE("dataset: invalid grids are rejected") {
  CHECK_THROWS_WITH_AS(grid_inputs(0, 0.0, 1.0, 3), "d_in is 0; expected 1 or more", ArgumentError);
  CHECK_THROWS_WITH_AS(grid_inputs(1, 0.0, 1.0, 0), "points is 0; expected 1 or more",
                       ArgumentError);
  CHECK_THROWS_WITH_AS(grid_inputs(1, 1.0, 1.0, 3),
                       "high is 1; expected a finite number of float32 above 1", ArgumentError);
  CHECK_THROWS_AS(grid_inputs(1, std::numeric_limits<double>::quiet_NaN(), 1.0, 3), ArgumentError);
  CHECK_THROWS_AS(grid_inputs(9, 0.0, 1.0, 1000), ArgumentError);
}
