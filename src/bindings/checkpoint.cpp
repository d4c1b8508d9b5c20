// The class Checkpoint of the WebAssembly module: the header of a file. It returns byte ranges, which JavaScript reads from the file and
// passes back for decoding. The whole file is never in WebAssembly memory.

#include <emscripten/bind.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bytes.h"
#include "checkpoint_handle.h"
#include "ffn/io/safetensors_writer.h"
#include "ffn/io/utf8.h"
#include "options.h"
#include "result.h"
#include "values.h"

namespace ffn::bindings {

namespace {

val write_range(const TensorInfo& tensor) {
  element_count(part_name(tensor).c_str(), tensor.shape);  // rejects tensors that are too large before JavaScript reads them
  return write_bytes_range(tensor.bytes);
}

val write_ranges(const std::vector<TensorInfo>& tensors) {
  val ranges = val::array();
  for (const TensorInfo& tensor : tensors) ranges.push(write_range(tensor));
  return ranges;
}

// The bytes of tensors [first, first + count) that JavaScript has read, in the order of the ranges that it received.
class Parts {
 public:
  Parts(const std::vector<TensorInfo>& tensors, const val& parts, std::size_t first, std::size_t count) {
    check(parts["length"].as<std::size_t>() == tensors.size(), "parts", parts["length"].as<double>(), std::to_string(tensors.size()));
    for (std::size_t i = first; i < first + count; ++i) {
      bytes_.push_back(read_bytes(parts[i]));
      tensors_.push_back({tensors[i], std::as_bytes(std::span<const std::uint8_t>(bytes_.back()))});
    }
  }

  std::span<const FetchedTensor> tensors() const { return tensors_; }

 private:
  std::vector<Bytes> bytes_;  // tensors_ refers to these bytes; moving an element does not move its bytes
  std::vector<FetchedTensor> tensors_;
};

val header_length_of(const val& first_bytes, double file_size) {
  return as_result([&] {
    const Bytes bytes = read_bytes(first_bytes);
    return val(static_cast<double>(header_length(std::as_bytes(std::span(bytes)), checked_file_size(file_size))));
  });
}

val make_checkpoint(const val& header, double file_size) {
  return as_result([&] {
    const Bytes bytes = read_bytes(header);
    return val(std::make_shared<CheckpointHandle>(read_header(std::as_bytes(std::span(bytes)), checked_file_size(file_size))));
  });
}

val write_info(const TensorInfo& tensor) {
  val item = val::object();
  item.set("name", tensor.name);
  item.set("dtype", std::string(name_of(tensor.dtype)));
  item.set("shape", write_shape(tensor.shape));
  item.set("byte_length", static_cast<double>(tensor.bytes.size()));
  return item;
}

val tensors_of(const CheckpointHandle& handle) {
  return as_result([&] { return array_of(handle.header().tensors(), write_info); });
}

val metadata_of(const CheckpointHandle& handle) {
  return as_result([&] {
    val list = val::array();
    for (const auto& [key, value] : handle.header().metadata()) {
      val entry = val::array();
      entry.push(key);
      entry.push(value);
      list.push(entry);
    }
    return list;
  });
}

void set_behaviour(val& out, const FeedForwardOptions& options) {
  out.set("activation", std::string(name_of(options.activation)));
  out.set("dropout_placement", std::string(name_of(options.dropout_placement)));
}

val write_model(const std::optional<ModelInFile>& model, const FeedForwardOptions& options) {
  if (!model) return val::undefined();
  val out = val::object();
  const auto set = [&](const char* name, std::int64_t count) { out.set(name, static_cast<double>(count)); };
  set("n_layers", model->n_layers);
  set("d_model", model->d_model);
  set("d_ff", model->d_ff);
  set("n_vocab", model->n_vocab);
  set("n_positions", model->n_positions);
  set_behaviour(out, options);
  return out;
}

val gpt2_of(const CheckpointHandle& handle) {
  return as_result([&] { return write_model(handle.gpt2(), gpt2_feed_forward_options()); });
}
val bert_of(const CheckpointHandle& handle) {
  return as_result([&] { return write_model(handle.bert(), bert_feed_forward_options()); });
}

val locate(const CheckpointHandle& handle, const val& name, const val& rows) {
  return as_result([&] { return write_range(handle.locate(name.as<std::string>(), rows)); });
}

val decode_tensor(const CheckpointHandle& handle, const val& name, const val& rows, const val& bytes) {
  return as_result([&] {
    const TensorInfo tensor = handle.locate(name.as<std::string>(), rows);
    std::vector<float> values(static_cast<std::size_t>(element_count(part_name(tensor).c_str(), tensor.shape)));
    const Bytes data = read_bytes(bytes);
    decode<float>(tensor.dtype, std::as_bytes(std::span(data)), values);
    return write_tensor(values, tensor.shape);
  });
}

// Returns the names of a layer's tensors and their size in bytes.
val write_layer(const SafetensorsHeader& header, const FeedForwardTable& table, std::int64_t layer) {
  const std::vector<TensorInfo> tensors = find_tensors(header, feed_forward_tensors(table, layer));
  val out = val::object();
  out.set("number", static_cast<double>(layer));
  const bool biases = tensors.size() == 4;
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const std::string number = i < tensors.size() / 2 ? "1" : "2";
    out.set((biases && i % 2 == 1 ? "b" : "w") + number, val::text(tensors[i].name));
    bytes += tensors[i].bytes.size();
  }
  out.set("byte_length", static_cast<double>(bytes));
  return out;
}

void set_token_tensors(val& out, const TokenTensors& tokens) {
  if (tokens.embedding != nullptr) out.set("embedding", write_info(*tokens.embedding));
  if (tokens.positions != nullptr) out.set("positions", write_info(*tokens.positions));
  if (tokens.final_scale == nullptr) return;
  val norm = val::object();
  norm.set("scale", tokens.final_scale->name);
  norm.set("shift", tokens.final_shift->name);
  out.set("final_norm", norm);
}

val feed_forward_table(const CheckpointHandle& handle, const val& layout) {
  return as_result([&] {
    const auto& table = handle.table();
    if (!table) return val::undefined();
    const WeightLayout own = handle.layout(layout);
    val out = val::object();
    out.set("family", std::string(name_of(table->family)));
    out.set("layers", array_of(table->layers, [&](std::int64_t layer) { return write_layer(handle.header(), *table, layer); }));
    out.set("d_model", static_cast<double>(table->d_model(own)));
    out.set("d_ff", static_cast<double>(table->d_ff(own)));
    out.set("layout", std::string(own == WeightLayout::kInOut ? "in_out" : "out_in"));
    out.set("ambiguous", table->ambiguous);
    set_behaviour(out, feed_forward_options(table->family));
    out.set("blocks", handle.has_blocks());
    set_token_tensors(out, find_token_tensors(handle.header()));
    return out;
  });
}

val feed_forward_ranges(const CheckpointHandle& handle, double layer, const val& layout) {
  return as_result([&] {
    const std::vector<TensorInfo> tensors = handle.feed_forward_tensors(layer);
    handle.layout(layout);  // rejects one that the file contradicts, before JavaScript reads
    return write_ranges(tensors);
  });
}

val feed_forward_of(const CheckpointHandle& handle, double layer, const val& layout, const val& parts, const val& options) {
  return as_result([&] {
    const std::vector<TensorInfo> tensors = handle.feed_forward_tensors(layer);
    const std::size_t half = tensors.size() / 2;
    const auto linear = [&](std::size_t first) {  // the bytes of one layer at a time, because they are as large as its weights
      return decode_linear(Parts(tensors, parts, first, half).tensors(), handle.layout(layout));
    };
    FeedForwardOptions behaviour = feed_forward_options(handle.table().value().family);
    read_options(options, behaviour);
    FeedForwardLayers layers{linear(0), {}, linear(half)};
    return val(std::make_shared<FeedForwardHandle>(FeedForward(std::move(layers), behaviour)));
  });
}

val block_ranges(const CheckpointHandle& handle, double layer) {
  return as_result([&] { return write_ranges(handle.block_tensors(layer)); });
}

val default_heads(const CheckpointHandle& handle) {
  return as_result([&] {
    check(handle.gpt2().has_value(), "file", "no GPT-2", "GPT-2's names");
    return val(static_cast<double>(gpt2_block_options(static_cast<Index>(handle.gpt2()->d_model)).attention.n_heads));
  });
}

val block_weights(const CheckpointHandle& handle, double layer, const val& parts) {
  return as_result([&] {
    const std::vector<TensorInfo> tensors = handle.block_tensors(layer);
    const Parts read(tensors, parts, 0, tensors.size());
    const TransformerBlockLayersOf<float> layers = gpt2_block(read.tensors());
    return write_parameters(parameters_of<const float>(layers));
  });
}

Dtype writable_dtype(const std::string& name) {
  for (const Dtype dtype : {Dtype::kF32, Dtype::kF16, Dtype::kBF16, Dtype::kF64}) {
    if (name_of(dtype) == name) return dtype;
  }
  throw ArgumentError("dtype", short_quoted(name), "\"F32\", \"F16\", \"BF16\" or \"F64\"");
}

// `tensors` is an array of { name, tensor }, `metadata` an array of [key, value].
val write_file(const val& tensors, const val& metadata, const val& dtype) {
  return as_result([&] {
    const Dtype type = writable_dtype(dtype.as<std::string>());
    std::vector<Tensor> data;
    std::vector<TensorToWrite> items;
    const auto count = tensors["length"].as<std::size_t>();
    for (std::size_t i = 0; i < count; ++i) {
      const auto name = tensors[i]["name"].as<std::string>();
      data.push_back(read_tensor(escape_nul(name).c_str(), tensors[i]["tensor"]));
      items.push_back({name, data.back().shape, data.back().data, type});
    }
    SafetensorsMetadata entries;
    const auto entry_count = metadata["length"].as<std::size_t>();
    for (std::size_t i = 0; i < entry_count; ++i) entries[metadata[i][0].as<std::string>()] = metadata[i][1].as<std::string>();
    const std::vector<std::byte> file = write_safetensors(items, entries);
    return val::global("Uint8Array").new_(emscripten::typed_memory_view(file.size(), reinterpret_cast<const std::uint8_t*>(file.data())));
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(ffn_lab_checkpoint) {
  using namespace emscripten;
  class_<CheckpointHandle>("Checkpoint")
      .smart_ptr<std::shared_ptr<CheckpointHandle>>("Checkpoint")
      .function("tensors", &tensors_of)
      .function("metadata", &metadata_of)
      .function("gpt2", &gpt2_of)
      .function("bert", &bert_of)
      .function("locate", &locate)
      .function("decode", &decode_tensor)
      .function("feed_forward_table", &feed_forward_table)
      .function("feed_forward_ranges", &feed_forward_ranges)
      .function("feed_forward", &feed_forward_of)
      .function("block_ranges", &block_ranges)
      .function("default_heads", &default_heads)
      .function("block_weights", &block_weights);
  function("checkpoint_header_length", &header_length_of);
  function("make_checkpoint", &make_checkpoint);
  function("write_safetensors", &write_file);
}

}  // namespace ffn::bindings
