#include "ffn/io/activation_names.h"

#include <doctest/doctest.h>

#include <cmath>

#include "ffn/nn/activation.h"

using namespace ffn;

TEST_CASE("activation_names: every column of the table of activations is known") {
  for (std::size_t i = 0; i < kActivations.size(); ++i) {
    CHECK(activation_named(NamesOf<Activation>::names[i]) == kActivations[i]);
    CHECK(activation_named(kHuggingFaceActivations[i]) == kActivations[i]);
    CHECK(activation_named(kTorchActivations[i]) == kActivations[i]);
  }
}

// All 24 names in ACT2FN of Transformers 5, and those of gates and other libraries.
TEST_CASE("activation_names: Hugging Face's names are found or missing") {
  const auto are = [](std::initializer_list<const char*> names, Activation activation) {
    for (const char* const name : names) {
      CAPTURE(name);
      CHECK(activation_named(name) == activation);
    }
  };
  are({"gelu", "gelu_python", "nn.GELU", "torch.nn.functional.gelu", "geglu"}, Activation::kGelu);
  are({"gelu_new", "gelu_fast", "gelu_accurate", "gelu_pytorch_tanh", "gelu_python_tanh",
       "GELU(approximate='tanh')", "gelu-approximate"},
      Activation::kGeluTanh);
  are({"quick_gelu", "QuickGELU", "geglu-approximate"}, Activation::kGeluSigmoid);
  are({"relu", "nn.ReLU", "ReLU", "reglu"}, Activation::kRelu);
  are({"silu", "swish", "nn.SiLU", "SiLU()", "swiglu", "linear-silu"}, Activation::kSilu);
  are({"relu2", "squared_relu", "squared-relu"}, Activation::kReluSquared);
  are({"linear", "nn.Identity()"}, Activation::kIdentity);
  for (const char* const name : {"gelu_10", "hardswish", "laplace", "leaky_relu", "mish", "prelu",
                                 "relu6", "sigmoid", "sqrtsoftplus", "tanh", "xielu"})
    CHECK(!activation_named(name));
  for (const char* const name : {"", "()", ".", "nn.", "gelu_", "gelu ", "LeakyReLU(0.01)"})
    CHECK(!activation_named(name));
}

// The formulas of transformers/activations.py, in double.
TEST_CASE("activation_names: gelu_fast and gelu_accurate are the tanh form within float rounding") {
  for (double x = -12; x <= 12; x += 0.001) {
    const double tanh_form = activation_value(Activation::kGeluTanh, x);
    const double fast = 0.5 * x * (1 + std::tanh(x * 0.7978845608 * (1 + 0.044715 * x * x)));
    const double accurate =
        0.5 * x *
        (1 + std::tanh(std::sqrt(2 / 3.14159265358979323846) * (x + 0.044715 * std::pow(x, 3))));
    CHECK(std::abs(fast - tanh_form) <= 1e-9 * std::abs(x));
    CHECK(std::abs(accurate - tanh_form) <= 1e-9 * std::abs(x));
  }
}
