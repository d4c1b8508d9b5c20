// The class RandomState of the WebAssembly module.

#include <memory>
#include <vector>

#include "bind.h"
#include "ffn/core/random.h"
#include "options.h"

namespace ffn::bindings {

struct RandnOptions {
  double scale = 1.0;
};

static void read_options(const val& options, RandnOptions& read) { FFN_READ(options, read, scale); }

EMSCRIPTEN_BINDINGS(ffn_lab_random_state) {
  bind("make_random_state",
       [](double seed) { return std::make_shared<RandomState>(checked_seed(seed)); });
  BoundClass<RandomState>("RandomState")
      .function("randn", [](RandomState& rng, const val& dimensions, RandnOptions options) {
        const Shape shape = read_shape("shape", dimensions);
        std::vector<float> numbers(static_cast<std::size_t>(element_count("shape", shape)));
        fill_randn(rng, options.scale,
                   MatrixView(numbers.data(), 1, static_cast<Index>(numbers.size())));
        return write_tensor(numbers, shape);
      });
}

}  // namespace ffn::bindings
