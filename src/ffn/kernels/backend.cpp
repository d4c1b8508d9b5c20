#include "ffn/kernels/backend.h"

#include <atomic>

namespace ffn {

namespace {

std::atomic<Backend>& chosen() {
  static std::atomic<Backend> backend{Backend::kTiles};
  return backend;
}

}  // namespace

Backend backend() { return chosen().load(std::memory_order_relaxed); }

void set_backend(Backend choice) { chosen().store(choice, std::memory_order_relaxed); }

}  // namespace ffn
