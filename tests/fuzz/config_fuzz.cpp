// Reads any bytes as the name of a stack, a line feed and a config.json. Only ArgumentError may be
// thrown; anything else ends the fuzzer.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ffn/io/checkpoint_error.h"
#include "ffn/io/model_config.h"

namespace {

using namespace ffn;

void require(bool condition) {
  if (!condition) std::abort();
}

void check_config(const NetworkConfig& config) {
  require(!config.activation || config.refused.empty());
  require(config.key.empty() == (!config.activation && config.refused.empty()));
  require(config.d_model.value_or(1) > 0 && config.n_heads.value_or(1) > 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t line = std::min(text.find('\n'), text.size());
  try {
    const ModelConfig config(text.substr(std::min(line + 1, text.size())));
    check_config(config.of(text.substr(0, line)));
  } catch (const CheckpointError& error) {
    require(!name_of(error.reason()).empty());
  } catch (const ArgumentError& error) {
    require(!error.argument().empty());
  }
  return 0;
}
