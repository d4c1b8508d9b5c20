// Checkpoint files. JavaScript reads the bytes of the requested ranges, because it reads
// asynchronously and sources may exceed the address space; the core says which bytes to read and
// decodes them. A network is read piece by piece, so that a layer of any size needs no more memory
// than its weights.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checkpoint_handle.h"
#include "ffn/io/shards.h"
#include "files.h"

namespace ffn::bindings {

namespace {

// Reads one network; the options were read when it was created. The memory of the packed weights
// (network_handle.h) is reserved, so that too little memory is known before anything is read.
struct ReaderHandle {
  FeedForwardReader reader;
  FeedForwardOptions options;
  RowVector reserved;
};

std::shared_ptr<CheckpointHandle> make_checkpoint(const val& headers, const val& sizes,
                                                  const val& names, const val& config,
                                                  const val& index) {
  std::vector<SafetensorsHeader> shards;
  std::vector<std::string> files;
  const std::size_t count = headers.length();
  for (std::size_t i = 0; i < count; ++i) {
    const auto bytes = from_value<Bytes>(headers[i]);
    shards.push_back(read_header(span_of(bytes), checked_file_size(sizes[i].number())));
    files.push_back(names[i].str());
  }
  const WeightMap map = index.isUndefined() ? WeightMap{} : parse_weight_map(index.str());
  std::optional<ModelConfig> parsed;
  if (!config.isUndefined()) parsed.emplace(config.str());
  return std::make_shared<CheckpointHandle>(
      CheckpointHandle{join_shards(std::move(shards), files, map), std::move(parsed)});
}

val write_range(const FilePiece& piece) {
  return to_value(piece.bytes).set("file", static_cast<double>(piece.file));
}

val range_of(const TensorInfo& tensor) {
  check_decodable(tensor);
  element_count(part_name(tensor).c_str(),
                tensor.shape);  // rejects tensors that are too large before JavaScript reads them
  return write_range({tensor.file, tensor.bytes});
}

val write_ranges(const std::vector<TensorInfo>& tensors) { return array_of(tensors, &range_of); }

// The bytes of tensors that JavaScript has read, in the order of the ranges that it received.
class Parts {
 public:
  Parts(const std::vector<TensorInfo>& tensors, const val& parts) {
    check(parts.length() == tensors.size(), "parts", parts.length(), tensors.size());
    for (std::size_t i = 0; i < tensors.size(); ++i) {
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

void set_activation(val& out, const StackActivation& found) {
  if (found.activation) {
    out.set("activation", *found.activation).set("activation_from", found.from);
  } else if (!found.refused.empty()) {
    out.set("activation_refused", val::text(found.refused));
  }
  if (found.other_width) out.set("config_width", *found.other_width);
}

// Returns the sizes of the model around the first stack of a family, or undefined.
val write_model(const CheckpointHandle& handle, ModelFamily family) {
  for (const FeedForwardTable& table : handle.tables) {
    if (table.family != family) continue;
    const ModelInFile model = model_around(handle.header, table);
    val out = val::object();
    FFN_SET(out, model, n_layers, d_model, d_ff, n_vocab, n_positions);
    set_activation(out, handle.activation(table, table.layout));
    return out.set("dropout_placement", dropout_placement(family));
  }
  return val::undefined();
}

// Returns the names of a layer's tensors and their size in bytes.
val write_layer(const SafetensorsHeader& header, const FeedForwardTable& table,
                std::int64_t layer) {
  val out = val::object().set("number", layer);
  std::int64_t bytes = 0;
  for (const NetworkTensor& tensor : feed_forward_tensors(table, layer)) {
    const val name = val::text(tensor.name);
    out.set(std::string(name_of(tensor.part)), name);
    const bool both = table.fused != FusedOrder::kNone;
    if (both && tensor.part == NetworkPart::kW1) out.set("w_gate", name);
    if (both && tensor.part == NetworkPart::kB1) out.set("b_gate", name);
    bytes += header.at(tensor.name).bytes.size();
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
                .set("name", table.name)
                .set("family", table.family)
                .set("gated", table.gated)
                .set("layers", array_of(table.layers,
                                        [&](std::int64_t layer) {
                                          return write_layer(handle.header, table, layer);
                                        }))
                .set("d_model", table.d_model(layout))
                .set("d_ff", table.d_ff(layout))
                .set("layout", layout)
                .set("ambiguous", table.ambiguous)
                .set("weight_bytes", weight_bytes(table))
                .set("blocks", handle.has_blocks(table))
                .set("dropout_placement", dropout_placement(table.family));
  if (table.fused != FusedOrder::kNone) out.set("fused", table.fused);
  set_activation(out, handle.activation(table, layout));
  set_token_tensors(out, find_token_tensors(handle.header, table.d_model(layout)));
  return out;
}

// Returns all stacks, in the layout of the options if the file leaves theirs open.
val write_tables(const CheckpointHandle& handle, const StackChoice& choice) {
  return array_of(handle.tables, [&](const FeedForwardTable& table) {
    const bool open = table.ambiguous && choice.layout.has_value();
    return write_table(handle, table, open ? *choice.layout : table.layout);
  });
}

std::shared_ptr<ReaderHandle> make_reader(const CheckpointHandle& handle, double layer,
                                          const val& options) {
  StackChoice choice;
  read_options(options, choice);
  handle.check_layer(layer, choice);
  FeedForwardOptions network = handle.feed_forward_options(choice);
  read_options(options, network);
  const std::int64_t bytes = weight_bytes(handle.table(choice));
  auto reader = std::make_shared<ReaderHandle>(
      ReaderHandle{handle.reader(layer, choice), network, RowVector{}});
  reader->reserved.resize(static_cast<Index>(bytes / std::int64_t{sizeof(float)}));
  return reader;
}

val write_block(const std::vector<TensorInfo>& tensors, const val& parts) {
  const auto layers = gpt2_block(Parts(tensors, parts).tensors());
  return write_parameters(parameters_of<const float>(layers));
}

std::shared_ptr<LanguageModel> read_language_model(const CheckpointHandle& handle, const val& parts,
                                                   const StackChoice& choice) {
  const std::vector<TensorInfo> tensors = handle.language_model_tensors();
  return std::make_shared<LanguageModel>(
      gpt2_language_model(Parts(tensors, parts).tensors(), handle.block_options(choice)));
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_checkpoint) {
  bind("make_checkpoint",
       [](const val& headers, const val& sizes, const val& names, const val& config,
          const val& index) { return make_checkpoint(headers, sizes, names, config, index); });
  const BoundClass<CheckpointHandle> bound("Checkpoint");
  bound.function("tensors", [](const CheckpointHandle& handle) {
    return array_of(handle.header.tensors(), &write_info);
  });
  // Returns [key, value] of each entry.
  bound.function("metadata", [](const CheckpointHandle& handle) {
    return array_of(handle.header.metadata(), [](const auto& entry) {
      return to_value(std::array{entry.first, entry.second});
    });
  });
  bound.function("gpt2", [](const CheckpointHandle& handle) {
    return write_model(handle, ModelFamily::kGpt2);
  });
  bound.function("bert", [](const CheckpointHandle& handle) {
    return write_model(handle, ModelFamily::kBert);
  });
  bound.function("locate", [](const CheckpointHandle& handle, std::string name, const val& rows) {
    return range_of(handle.locate(name, rows));
  });
  bound.function("decode", [](const CheckpointHandle& handle, std::string name, const val& rows,
                              Bytes bytes) { return decoded(handle.locate(name, rows), bytes); });
  bound.function("feed_forward_tables", [](const CheckpointHandle& handle, StackChoice choice) {
    return write_tables(handle, choice);
  });
  bound.function("feed_forward_table", [](const CheckpointHandle& handle, StackChoice choice) {
    if (handle.tables.empty() && !choice.stack) return val::undefined();
    const FeedForwardTable& table = handle.table(choice);
    return write_table(handle, table, CheckpointHandle::layout(table, choice));
  });
  bound.function("feed_forward_reader",
                 [](const CheckpointHandle& handle, double layer, const val& options) {
                   return make_reader(handle, layer, options);
                 });
  bound.function("block_ranges", [](const CheckpointHandle& handle, double layer) {
    return write_ranges(handle.block_tensors(layer));
  });
  bound.function("block_weights",
                 [](const CheckpointHandle& handle, double layer, const val& parts) {
                   return write_block(handle.block_tensors(layer), parts);
                 });
  // Returns what the file determines of the options of a block: n_heads and activation.
  bound.function("block_options", [](const CheckpointHandle& handle, StackChoice choice) {
    const TransformerBlockOptions options = handle.block_options(choice);
    return val::object()
        .set("n_heads", static_cast<double>(options.attention.n_heads))
        .set("activation", options.feed_forward.activation);
  });
  bound.function("language_model_ranges", [](const CheckpointHandle& handle, StackChoice choice) {
    const std::vector<TensorInfo> tensors = handle.language_model_tensors();
    handle.block_options(choice);  // rejects options and metadata before JavaScript reads
    return write_ranges(tensors);
  });
  bound.function("language_model",
                 [](const CheckpointHandle& handle, const val& parts, StackChoice choice) {
                   return read_language_model(handle, parts, choice);
                 });
  const BoundClass<ReaderHandle> reader("FeedForwardReader");
  reader.function("pieces", [](const ReaderHandle& handle) {
    return array_of(handle.reader.pieces(), &write_range);
  });
  reader.function("take", [](ReaderHandle& handle, double piece, Bytes bytes) {
    handle.reader.take(static_cast<std::size_t>(piece), span_of(bytes));
  });
  reader.function("network", [](ReaderHandle& handle) {
    FeedForward network(handle.reader.finish(), handle.options);
    handle.reserved.resize(0);
    return std::make_shared<FeedForwardHandle>(std::move(network));
  });
}

}  // namespace ffn::bindings
