#pragma once
// Reads a network of a file in memory as the bindings do.

#include "ffn/io/feed_forward_reader.h"
#include "io/corpus.h"

namespace ffn::test {

/// Returns the layers of a network; `files` are the files of a model, in order.
inline FeedForwardLayers read_layers(const std::vector<std::string>& files,
                                     const SafetensorsHeader& header, const FeedForwardTable& table,
                                     std::int64_t layer, FusedOrder fused = FusedOrder::kUnknown) {
  FeedForwardReader reader(header, table, layer, table.layout, fused);
  std::size_t piece = 0;
  for (const FilePiece& range : reader.pieces()) {
    const std::string_view bytes = std::string_view(files.at(range.file))
                                       .substr(static_cast<std::size_t>(range.bytes.begin),
                                               static_cast<std::size_t>(range.bytes.size()));
    reader.take(piece++, bytes_of(bytes));
  }
  return reader.finish();
}

inline FeedForwardLayers read_layers(const std::string& file, const SafetensorsHeader& header,
                                     const FeedForwardTable& table, std::int64_t layer) {
  return read_layers(std::vector{file}, header, table, layer);
}

}  // namespace ffn::test
