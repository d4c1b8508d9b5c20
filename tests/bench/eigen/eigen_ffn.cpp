// The peer "Eigen": a feed-forward network with Eigen's matrix product and functions only, compiled
// to WebAssembly with vectorization.
#include <Eigen/Core>
#include <unsupported/Eigen/SpecialFunctions>

#include <cmath>
#include <cstdint>
#include <numbers>

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Row = Eigen::Matrix<float, 1, Eigen::Dynamic>;

enum Activation : std::uint32_t { gelu = 0, gelu_tanh = 1, relu = 2 };

struct FeedForward {
  Matrix x, w1, hidden, w2, y;
  Row b1, b2;
  std::uint32_t activation = gelu;

  void activate() {
    auto h = hidden.array();
    switch (activation) {
      case gelu: h *= 0.5f * (1.0f + (h * std::numbers::sqrt2_v<float> / 2).erf()); break;
      case gelu_tanh: {
        const float scale = std::sqrt(2.0f * std::numbers::inv_pi_v<float>);
        h *= 0.5f * (1.0f + (scale * (h + 0.044715f * h.cube())).tanh());
        break;
      }
      default: h = h.max(0.0f);
    }
  }

  void run() {
    hidden.noalias() = x * w1.transpose();
    hidden.rowwise() += b1;
    activate();
    y.noalias() = hidden * w2.transpose();
    y.rowwise() += b2;
  }
};

FeedForward& network() {
  static FeedForward only;
  return only;
}

}  // namespace

#define EXPORT(name) __attribute__((export_name(#name))) name

extern "C" {

// Allocates a network of these sizes; invalidates the pointers returned by the functions below.
void EXPORT(prepare)(std::uint32_t tokens, std::uint32_t d_model, std::uint32_t d_ff,
                     std::uint32_t activation) {
  FeedForward& ffn = network();
  ffn.x.resize(tokens, d_model);
  ffn.w1.resize(d_ff, d_model);
  ffn.b1.resize(d_ff);
  ffn.hidden.resize(tokens, d_ff);
  ffn.w2.resize(d_model, d_ff);
  ffn.b2.resize(d_model);
  ffn.y.resize(tokens, d_model);
  ffn.activation = activation;
}

float* EXPORT(x)() { return network().x.data(); }
float* EXPORT(w1)() { return network().w1.data(); }
float* EXPORT(b1)() { return network().b1.data(); }
float* EXPORT(w2)() { return network().w2.data(); }
float* EXPORT(b2)() { return network().b2.data(); }
const float* EXPORT(y)() { return network().y.data(); }

void EXPORT(run)() { network().run(); }
}
