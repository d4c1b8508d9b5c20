// Injected allocation failures while files are read, as in allocation_test.cpp.

#include "allocation/failing_allocator.h"
#include "ffn/ffn.h"
#include "io/golden_file.h"
#include "io/npy_corpus.h"
#include "io/read_network.h"

using namespace ffn;
using ffn::test::fail_every_allocation;

TEST_CASE("allocation: loading the layers of a GPT-2 fails cleanly at every allocation") {
  const std::string file = test::read_golden_file("gpt2_bf16");
  const auto load = [&] {
    const SafetensorsHeader header = test::open_file(file);
    const auto gpt2 = find_gpt2(header);
    const FeedForwardTable table = find_feed_forwards(header).front();
    const FeedForward network(test::read_layers(file, header, table, 0), {});
    find_activation(header, table, nullptr, table.layout);
    gpt2_block(test::fetch(file, header, gpt2_block_tensors(*gpt2, 1)));
    return network.d_ff();
  };
  CHECK(load() == 32);
  CHECK(fail_every_allocation([&] { load(); }) >= 100);
}

TEST_CASE("allocation: reading and rejecting an .npy file fails cleanly at every allocation") {
  const std::string before = test::npy_file(test::npy_dict("'>f8'", "True", "(2, 2)"), "");
  const std::string data(32, '\1');
  const auto size = static_cast<std::int64_t>(before.size() + data.size());
  std::vector<float> values(4);
  const auto read = [&] {
    npy_data_begin(test::bytes_of(before).first(12), size);
    decode(read_npy(test::bytes_of(before), size), test::bytes_of(data), values);
  };
  read();
  const std::vector<float> expected = values;
  CHECK(fail_every_allocation(read) >= 5);
  CHECK(values == expected);
  CHECK(fail_every_allocation([&] {
          try {
            read_npy(test::bytes_of(before), size + 1);
          } catch (const CheckpointError&) {
          }
        }) >= 5);
}
