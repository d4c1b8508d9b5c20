#include "ffn/kernels/scratch.h"

namespace ffn {

float* scratch(ScratchUse use, Index floats) {
  static thread_local RowVector kept[2];
  RowVector& memory = kept[static_cast<int>(use)];
  if (memory.size() < floats) resize(memory, 1, floats);
  return memory.data();
}

}  // namespace ffn
