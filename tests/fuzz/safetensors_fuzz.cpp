// Reads any bytes as a safetensors file: its header, every value of every tensor, the models in it;
// and writes them and reads them back. Only ArgumentError may be thrown; anything else ends the
// fuzzer.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <vector>

#include "ffn/core/check.h"
#include "ffn/io/checkpoint_error.h"
#include "ffn/io/feed_forward_reader.h"
#include "ffn/io/gpt2.h"
#include "ffn/io/safetensors_writer.h"
#include "ffn/io/stack_activation.h"
#include "ffn/io/token_tensors.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using namespace ffn;

using Bytes = std::span<const std::byte>;

void require(bool condition) {
  if (!condition) std::abort();
}

// Returns a copy of exactly those bytes, so that a sanitizer detects any read beyond them.
std::vector<std::byte> copy_of(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

SafetensorsHeader open_file(Bytes file) {
  const auto size = static_cast<std::int64_t>(file.size());
  const auto length = static_cast<std::size_t>(
      header_length(copy_of(file.first(std::min<std::size_t>(file.size(), kLengthBytes))), size));
  return read_header(copy_of(file.subspan(kLengthBytes, length)), size);
}

Bytes data_of(Bytes file, const ByteRange& range) {
  require(range.begin >= kLengthBytes && range.begin <= range.end &&
          range.end <= static_cast<std::int64_t>(file.size()));
  return file.subspan(static_cast<std::size_t>(range.begin),
                      static_cast<std::size_t>(range.size()));
}

std::vector<float> values_of(Bytes file, const TensorInfo& tensor) {
  const std::vector<std::byte> data = copy_of(data_of(file, tensor.bytes));
  const std::size_t count = data.size() / static_cast<std::size_t>(size_of(tensor.dtype));
  std::vector<float> values(count);
  std::vector<double> doubles(count);
  decode<float>(tensor.dtype, data, values);
  decode<double>(tensor.dtype, data, doubles);
  for (std::size_t i = 0; i < count; ++i) {
    const auto rounded = static_cast<float>(doubles[i]);
    require(rounded == values[i] || rounded != rounded || tensor.dtype == Dtype::kI64 ||
            tensor.dtype == Dtype::kU64);
  }
  return values;
}

void read_rows(Bytes file, const TensorInfo& tensor) {
  if (tensor.shape.empty() || tensor.dtype == Dtype::kOther) return;
  std::int64_t covered = tensor.bytes.begin;
  for (std::int64_t row = 0; row < std::min<std::int64_t>(tensor.shape.front(), 4); ++row) {
    const TensorInfo part = rows_of(tensor, row, 1);
    require(part.bytes.begin == covered && part.bytes.size() == byte_size(part));
    data_of(file, part.bytes);
    covered = part.bytes.end;
  }
}

// Decodes the tensors that a layer requires, as the bindings do.
template <class Decode>
void read_layer(Bytes file, const SafetensorsHeader& header,
                const std::vector<NeededTensor>& needed, Decode&& decode_layer) {
  std::vector<FetchedTensor> fetched;
  for (const TensorInfo& tensor : find_tensors(header, needed))
    fetched.push_back({tensor, data_of(file, tensor.bytes)});
  decode_layer(fetched);
}

// Both success and ArgumentError are accepted.
template <class Work>
void attempt(Work&& work) {
  try {
    work();
  } catch (const CheckpointError& error) {
    require(!name_of(error.reason()).empty());
  } catch (const ArgumentError& error) {
    require(!error.argument().empty());
  }
}

void read_network(Bytes file, const SafetensorsHeader& header, const FeedForwardTable& table,
                  std::int64_t layer) {
  FeedForwardReader reader(header, table, layer, table.layout, FusedOrder::kActivationFirst);
  std::size_t piece = 0;
  for (const FilePiece& range : reader.pieces()) {
    reader.take(piece++, file.subspan(static_cast<std::size_t>(range.bytes.begin),
                                      static_cast<std::size_t>(range.bytes.size())));
  }
  const FeedForward network(reader.finish(), {});
  require(network.d_model() == table.d_model(table.layout));
}

void read_models(Bytes file, const SafetensorsHeader& header) {
  if (const auto gpt2 = find_gpt2(header)) {
    attempt([&] {
      read_layer(file, header, gpt2_block_tensors(*gpt2, gpt2->n_layers - 1), gpt2_block);
    });
  }
  const std::vector<FeedForwardTable> tables = find_feed_forwards(header);
  for (const FeedForwardTable& table : tables) {
    attempt([&] { find_activation(header, table, nullptr, table.layout); });
    const TokenTensors tokens = find_token_tensors(header, table.d_model(table.layout));
    require((tokens.final_scale == nullptr) == (tokens.final_shift == nullptr));
    for (const std::int64_t layer : table.layers)
      attempt([&] { read_network(file, header, table, layer); });
    attempt([&] { feed_forward_tensors(table, table.n_layers); });
  }
  attempt([&] { reject_incomplete_network(header); });
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
}

// The tensors, written as float32, are read back by name, bit by bit; writing them again gives the
// same file.
void write_and_read(Bytes file, const SafetensorsHeader& header) {
  std::vector<std::vector<float>> values;
  std::vector<TensorToWrite> tensors;
  const auto unwritable = [](const TensorInfo& tensor) {
    return tensor.dtype == Dtype::kOther ||
           static_cast<std::int64_t>(tensor.shape.size()) > kMaxDimensions;
  };
  if (std::any_of(header.tensors().begin(), header.tensors().end(), unwritable)) return;
  for (const TensorInfo& tensor : header.tensors()) values.push_back(values_of(file, tensor));
  for (std::size_t i = 0; i < values.size(); ++i)
    tensors.push_back({header.tensors()[i].name, header.tensors()[i].shape, values[i]});
  const SafetensorsMetadata metadata(header.metadata().begin(), header.metadata().end());
  const std::vector<std::byte> written = write_safetensors(tensors, metadata);
  const SafetensorsHeader again = open_file(written);
  require(again.tensors().size() == tensors.size() && again.metadata().size() == metadata.size());
  for (const TensorToWrite& tensor : tensors) {
    const TensorInfo& read = again.at(tensor.name);
    require(read.shape == tensor.shape &&
            same_bits(values_of(written, read), {tensor.values.begin(), tensor.values.end()}));
  }
  require(write_safetensors({tensors.rbegin(), tensors.rend()}, metadata) == written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes file(reinterpret_cast<const std::byte*>(data), size);
  std::optional<SafetensorsHeader> header;
  attempt([&] { header = open_file(file); });
  if (!header) return 0;
  // All tensors of an accepted file can be decoded, except those above kMaxElements and those of
  // other types.
  for (const TensorInfo& tensor : header->tensors()) read_rows(file, tensor);
  read_models(file, *header);
  write_and_read(file, *header);
  return 0;
}

// Custom mutator: random mutations usually invalidate the header length, so half of the time it is
// corrected to the last brace.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  size = LLVMFuzzerMutate(data, size, max_size);
  if (seed % 2 == 0 || size <= static_cast<std::size_t>(kLengthBytes)) return size;
  std::size_t end = size;
  while (end > static_cast<std::size_t>(kLengthBytes) && data[end - 1] != '}') --end;
  const std::uint64_t length = end - static_cast<std::size_t>(kLengthBytes);
  std::memcpy(data, &length, sizeof length);
  return size;
}
