#include "ffn/train/non_finite.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>

using namespace ffn;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("non_finite: the first value in the order of inspection is reported") {
  NonFiniteFinder finder(7);
  finder.inspect("loss", 1.0);
  finder.inspect("", "w1", std::array{1.0F, std::numeric_limits<float>::max()});
  CHECK_FALSE(finder.found().has_value());
  finder.inspect("grad_", "w2", std::array{1.0F, 2.0F, -kInfinity, kNaN});
  finder.inspect("loss", std::nan(""));
  finder.inspect("output", Matrix::Constant(1, 1, kNaN));
  CHECK(finder.found()->tensor == "grad_w2");
  CHECK(finder.found()->step == 7);
  CHECK(finder.found()->index == 2);
  CHECK(finder.found()->value == -std::numeric_limits<double>::infinity());
}

TEST_CASE("non_finite: the loss is inspected as a scalar") {
  NonFiniteFinder finder(1);
  finder.inspect("loss", std::nan(""));
  CHECK(finder.found()->tensor == "loss");
  CHECK(std::isnan(finder.found()->value));
}

TEST_CASE("non_finite: every tensor of a trace is inspected in order") {
  TrainableTrace trace;
  const std::array<std::pair<const char*, Matrix*>, 8> tensors{
      {{"output", &trace.output},
       {"residual", &trace.residual},
       {"ffn_output", &trace.ffn_output},
       {"hidden_dropped", &trace.ffn.hidden_dropped},
       {"hidden", &trace.ffn.hidden},
       {"gate", &trace.ffn.gate},
       {"pre_activation", &trace.ffn.pre_activation},
       {"embedded", &trace.embedded}}};
  for (const auto& [name, tensor] :
       tensors) {  // in reverse order: each tensor set to NaN precedes those set before
    *tensor = Matrix::Constant(2, 3, kNaN);
    NonFiniteFinder finder(1);
    finder.inspect(trace);
    CHECK(finder.found()->tensor == name);
  }
}
