// The class Checkpoint of the WebAssembly module: the header of a file. It returns byte ranges,
// which JavaScript reads from the file and passes back for decoding. The whole file is never in
// WebAssembly memory.

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ffn/io/bert.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/feed_forward_table.h"
#include "ffn/io/gpt2_language_model.h"
#include "ffn/io/safetensors.h"
#include "ffn/io/utf8.h"
#include "files.h"
#include "networks.h"

namespace ffn::bindings {

namespace {

// The object behind a JavaScript Checkpoint: the header of a file, and the models that it names.
struct CheckpointHandle {
  SafetensorsHeader header;
  std::optional<ModelInFile> gpt2 = find_gpt2(header);
  std::optional<ModelInFile> bert = find_bert(header);
  std::optional<FeedForwardTable> table = find_feed_forwards(header);

  // Returns a tensor, or a range of its rows if `rows` is [first, count] and not undefined.
  TensorInfo locate(const std::string& name, const val& rows) const {
    const TensorInfo& tensor = header.at(name);
    if (rows.isUndefined()) return tensor;
    const auto row = [&](std::size_t i) {
      return checked_integer("rows", rows[i].number(), 0, kMaxExactInteger);
    };
    return rows_of(tensor, row(0), row(1));
  }

  // Returns the layout of the networks' weights; `requested` is a string, or undefined for the
  // file's own. Requires a table. Throws ArgumentError for a layout that the file contradicts.
  WeightLayout layout(const val& requested) const {
    if (requested.isUndefined()) return table->layout;
    const WeightLayout layout = named<WeightLayout>(requested.str());
    check_layout(*table, layout);
    return layout;
  }

  // Returns the tensors of a layer's network.
  std::vector<TensorInfo> feed_forward_tensors(double layer) const {
    if (table) return find_tensors(header, ffn::feed_forward_tensors(*table, checked_layer(layer)));
    // The file has GPT-2's names but no complete network: the error names the missing tensor.
    if (gpt2) return find_tensors(header, gpt2_feed_forward_tensors(*gpt2, checked_layer(layer)));
    reject_models("GPT-2, BERT, or two linear layers");
  }

  // Returns whether the file has the whole block around each network, with GPT-2's names and
  // shapes.
  bool has_blocks() const {
    if (!table || !gpt2 || table->before != gpt2->layers || table->layout != WeightLayout::kInOut)
      return false;
    return std::all_of(table->layers.begin(), table->layers.end(), [&](std::int64_t layer) {
      return has_tensors(header, gpt2_block_tensors(*gpt2, layer));
    });
  }

  std::vector<TensorInfo> block_tensors(double layer) const {
    if (!gpt2) reject_models("GPT-2");
    return find_tensors(header, gpt2_block_tensors(*gpt2, checked_layer(layer)));
  }

  // Returns the tensors of the whole GPT-2 model.
  std::vector<TensorInfo> language_model_tensors() const {
    if (!gpt2) reject_models("GPT-2");
    return find_tensors(header, gpt2_language_model_tensors(*gpt2));
  }

  // Returns the number of heads of GPT-2's attention, which the file does not state.
  Index default_heads() const {
    check(gpt2.has_value(), "file", "no GPT-2", "GPT-2's names");
    return gpt2_block_options(static_cast<Index>(gpt2->d_model)).attention.n_heads;
  }

  static std::int64_t checked_layer(double layer) {
    return checked_integer("layer", layer, 0, std::numeric_limits<std::int32_t>::max());
  }

  [[noreturn]] static void reject_models(const char* models) {
    ffn::reject(CheckpointReason::kMissingTensor, "file",
                "without tensors that go by the names of a known model", models);
  }
};

ByteRange range_of(const TensorInfo& tensor) {
  check_decodable(tensor);
  element_count(part_name(tensor).c_str(),
                tensor.shape);  // rejects tensors that are too large before JavaScript reads them
  return tensor.bytes;
}

val write_ranges(const std::vector<TensorInfo>& tensors) {
  return array_of(tensors, [](const TensorInfo& tensor) { return to_value(range_of(tensor)); });
}

// The bytes of tensors [first, first + count) that JavaScript has read, in the order of the ranges
// that it received.
class Parts {
 public:
  Parts(const std::vector<TensorInfo>& tensors, const val& parts, std::size_t first,
        std::size_t count) {
    check(parts.length() == tensors.size(), "parts", parts.length(), tensors.size());
    for (std::size_t i = first; i < first + count; ++i) {
      bytes_.push_back(from_value<Bytes>(parts[i]));
      tensors_.push_back({tensors[i], span_of(bytes_.back())});
    }
  }

  std::span<const FetchedTensor> tensors() const { return tensors_; }

 private:
  std::vector<Bytes>
      bytes_;  // tensors_ refers to these bytes; moving an element does not move its bytes
  std::vector<FetchedTensor> tensors_;
};

val write_info(const TensorInfo& tensor) {
  return val::object()
      .set("name", tensor.name)
      .set("dtype", dtype_text(tensor))
      .set("shape", write_shape(tensor.shape))
      .set("byte_length", tensor.bytes.size());
}

val decoded(const TensorInfo& tensor, const Bytes& bytes) {
  std::vector<float> values(
      static_cast<std::size_t>(element_count(part_name(tensor).c_str(), tensor.shape)));
  decode<float>(tensor.dtype, span_of(bytes), values);
  return write_tensor(values, tensor.shape);
}

val write_model(const std::optional<ModelInFile>& model, const FeedForwardOptions& options) {
  if (!model) return val::undefined();
  val out = val::object();
  FFN_SET(out, *model, n_layers, d_model, d_ff, n_vocab, n_positions);
  FFN_SET(out, options, activation, dropout_placement);
  return out;
}

// Returns the names of a layer's tensors and their size in bytes.
val write_layer(const SafetensorsHeader& header, const FeedForwardTable& table,
                std::int64_t layer) {
  const std::vector<TensorInfo> tensors = find_tensors(header, feed_forward_tensors(table, layer));
  val out = val::object().set("number", layer);
  const bool biases = tensors.size() == 4;
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const std::string number = i < tensors.size() / 2 ? "1" : "2";
    out.set((biases && i % 2 == 1 ? "b" : "w") + number, val::text(tensors[i].name));
    bytes += tensors[i].bytes.size();
  }
  return out.set("byte_length", bytes);
}

void set_token_tensors(val& out, const TokenTensors& tokens) {
  if (tokens.embedding != nullptr) out.set("embedding", write_info(*tokens.embedding));
  if (tokens.positions != nullptr) out.set("positions", write_info(*tokens.positions));
  if (tokens.final_scale == nullptr) return;
  out.set(
      "final_norm",
      val::object().set("scale", tokens.final_scale->name).set("shift", tokens.final_shift->name));
}

val write_table(const CheckpointHandle& handle, const FeedForwardTable& table,
                WeightLayout layout) {
  val out = val::object()
                .set("family", table.family)
                .set("layers", array_of(table.layers,
                                        [&](std::int64_t layer) {
                                          return write_layer(handle.header, table, layer);
                                        }))
                .set("d_model", table.d_model(layout))
                .set("d_ff", table.d_ff(layout))
                .set("layout", layout)
                .set("ambiguous", table.ambiguous)
                .set("blocks", handle.has_blocks());
  const FeedForwardOptions options = feed_forward_options(table.family);
  FFN_SET(out, options, activation, dropout_placement);
  set_token_tensors(out, find_token_tensors(handle.header));
  return out;
}

FeedForward read_feed_forward(const CheckpointHandle& handle, double layer, const val& layout,
                              const val& parts, const val& options) {
  const std::vector<TensorInfo> tensors = handle.feed_forward_tensors(layer);
  const std::size_t half = tensors.size() / 2;
  const auto linear = [&](std::size_t first) {  // the bytes of one layer at a time, because they
                                                // are as large as its weights
    return decode_linear(Parts(tensors, parts, first, half).tensors(), handle.layout(layout));
  };
  FeedForwardOptions behaviour = feed_forward_options(handle.table.value().family);
  read_options(options, behaviour);
  return {FeedForwardLayers{linear(0), {}, linear(half)}, behaviour};
}

val write_block(const std::vector<TensorInfo>& tensors, const val& parts) {
  const auto layers = gpt2_block(Parts(tensors, parts, 0, tensors.size()).tensors());
  return write_parameters(parameters_of<const float>(layers));
}

TransformerBlockOptions block_options(const CheckpointHandle& handle, const val& options) {
  std::optional<Index> n_heads;
  std::optional<Activation> activation;
  read_option(options, "n_heads", n_heads);
  read_option(options, "activation", activation);
  return gpt2_file_options(handle.header, *handle.gpt2, n_heads, activation);
}

std::shared_ptr<LanguageModel> read_language_model(const CheckpointHandle& handle, const val& parts,
                                                   const val& options) {
  const std::vector<TensorInfo> tensors = handle.language_model_tensors();
  const Parts fetched(tensors, parts, 0, tensors.size());
  return std::make_shared<LanguageModel>(
      gpt2_language_model(fetched.tensors(), block_options(handle, options)));
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_checkpoint) {
  bind("make_checkpoint", [](Bytes header, double file_size) {
    return std::make_shared<CheckpointHandle>(
        CheckpointHandle{read_header(span_of(header), checked_file_size(file_size))});
  });
  using Handle = CheckpointHandle;
  const BoundClass<Handle> bound("Checkpoint");
  bound.function("tensors", [](const Handle& handle) {
    return array_of(handle.header.tensors(), &write_info);
  });
  // Returns [key, value] of each entry.
  bound.function("metadata", [](const Handle& handle) {
    return array_of(handle.header.metadata(), [](const auto& entry) {
      return to_value(std::array{entry.first, entry.second});
    });
  });
  bound.function("gpt2", [](const Handle& handle) {
    return write_model(handle.gpt2, gpt2_feed_forward_options());
  });
  bound.function("bert", [](const Handle& handle) {
    return write_model(handle.bert, bert_feed_forward_options());
  });
  bound.function("locate", [](const Handle& handle, std::string name, const val& rows) {
    return range_of(handle.locate(name, rows));
  });
  bound.function("decode", [](const Handle& handle, std::string name, const val& rows,
                              Bytes bytes) { return decoded(handle.locate(name, rows), bytes); });
  bound.function("feed_forward_table", [](const Handle& handle, const val& layout) {
    return handle.table ? write_table(handle, *handle.table, handle.layout(layout))
                        : val::undefined();
  });
  bound.function("feed_forward_ranges", [](const Handle& handle, double layer, const val& layout) {
    const std::vector<TensorInfo> tensors = handle.feed_forward_tensors(layer);
    handle.layout(layout);  // rejects one that the file contradicts, before JavaScript reads
    return write_ranges(tensors);
  });
  bound.function("feed_forward", [](const Handle& handle, double layer, const val& layout,
                                    const val& parts, const val& options) {
    return std::make_shared<FeedForwardHandle>(
        read_feed_forward(handle, layer, layout, parts, options));
  });
  bound.function("block_ranges", [](const Handle& handle, double layer) {
    return write_ranges(handle.block_tensors(layer));
  });
  bound.function("block_weights", [](const Handle& handle, double layer, const val& parts) {
    return write_block(handle.block_tensors(layer), parts);
  });
  bound.function("language_model_ranges", [](const Handle& handle, const val& options) {
    const std::vector<TensorInfo> tensors = handle.language_model_tensors();
    block_options(handle, options);  // rejects options and metadata before JavaScript reads
    return write_ranges(tensors);
  });
  bound.function("language_model", [](const Handle& handle, const val& parts, const val& options) {
    return read_language_model(handle, parts, options);
  });
  bound.function("default_heads", [](const Handle& handle) { return handle.default_heads(); });
}

}  // namespace ffn::bindings
