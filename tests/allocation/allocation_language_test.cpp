// Injected allocation failures in language models, their training and their analyses, as in
// allocation_test.cpp.

#include "allocation/failing_allocator.h"
#include "ffn/ffn.h"
#include "golden.h"
#include "io/golden_file.h"
#include "nn/small_language_model.h"
#include "train/small_corpus.h"

using namespace ffn;
using ffn::test::fail_every_allocation;

TEST_CASE(
    "allocation: forward and backward of a language model fail cleanly and the model remains "
    "usable") {
  const LanguageModel model = test::small_language_model();
  const Sentences sentences = test::sentences_of({{3, 1, 4}, {2, 6}});
  const auto pass = [&] {
    LanguageModel::Trace trace;
    Matrix logits(5, 9);
    model.forward(sentences, Predictions::kEveryWord, view(logits), &trace);
    auto grads = zeros_like(model);
    model.backward(sentences, trace, view(std::as_const(logits)), grads);
    return test::bits_of(grads.token_embedding);
  };
  const std::uint64_t expected = pass();
  CHECK(fail_every_allocation(pass) >= 100);
  CHECK(pass() == expected);
}

TEST_CASE("allocation: a failed addition of a sentence changes nothing") {
  const std::vector<std::int32_t> sentence{1, 2, 3};
  const auto add = [&] {
    Sentences sentences;
    for (int i = 0; i < 20; ++i) {
      const Index before = sentences.count();
      try {
        sentences.add(sentence);
      } catch (const std::bad_alloc&) {
        CHECK(sentences.count() == before);
        CHECK(sentences.token_count() == 3 * before);
        throw;
      }
    }
  };
  CHECK(fail_every_allocation(add) >= 4);
}

TEST_CASE("allocation: a step of language training fails cleanly and changes nothing") {
  LanguageTraining run(test::small_corpus(), test::small_language_training());
  LanguageTraining undisturbed = run;
  for (std::int64_t succeeding = 0;; succeeding += 3) {
    test::fail_after(succeeding);
    try {
      run.step(1);
    } catch (const std::bad_alloc&) {
    }
    if (!test::stop_failing()) break;
    CHECK(run.steps() == 0);
    CHECK(run.model().token_embedding() == undisturbed.model().token_embedding());
  }
  undisturbed.step(1);
  CHECK(run.steps() == 1);
  CHECK(run.model().token_embedding() == undisturbed.model().token_embedding());
}

TEST_CASE("allocation: analyses of a language model fail cleanly") {
  const LanguageModel model = test::small_language_model(1);
  const Facts facts{test::sentences_of({{3, 1, 4}, {2, 6}}), {1, 2}};
  std::vector<TransformerBlockSwitches> switches(1);
  switches[0].silenced = {2};
  CHECK(fail_every_allocation([&] { FactTable(model, facts).right(switches); }) >= 30);
  CHECK(fail_every_allocation([&] { FactTable(model, facts).strongest_prompts(0, 2, 1); }) >= 30);
  CHECK(fail_every_allocation([&] { next_word(model, facts.prompts[0], 3, switches); }) >= 20);
  CHECK(fail_every_allocation([&] { unit_words(model, 0, 2, 3); }) >= 5);
  CHECK(fail_every_allocation([&] { knowledge_units(model, facts.prompts[0], Index{1}); }) >= 50);
  RewriteOptions options;
  options.most_steps = 2;
  CHECK(fail_every_allocation(
            [&] { find_rewrite(model, facts.prompts[0], 2, facts.prompts, options); }) >= 50);
}

TEST_CASE("allocation: writing and reading a language model fail cleanly") {
  const LanguageModel model = test::small_language_model(1);
  CHECK(fail_every_allocation([&] { write_gpt2_language_model(model); }) >= 30);
  const std::vector<std::byte> bytes = write_gpt2_language_model(model);
  const std::string file(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto read = [&] {
    const SafetensorsHeader header = test::open_file(file);
    const ModelInFile found = find_gpt2(header).value();
    return gpt2_language_model(test::fetch(file, header, gpt2_language_model_tensors(found)),
                               gpt2_file_options(header))
        .n_vocab();
  };
  CHECK(read() == 9);
  CHECK(fail_every_allocation(read) >= 60);
}
