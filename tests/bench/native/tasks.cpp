#include "bench/native/tasks.h"

#include <numeric>
#include <span>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "ffn/ffn.h"
#include "model/facts_file.h"

namespace ffn::bench {

namespace {

void write_numbers(std::ostream& out, const float* numbers, Index count) {
  out.write(reinterpret_cast<const char*>(numbers),
            static_cast<std::streamsize>(sizeof(float)) * count);
}

void write_layers(std::ostream& out, const FeedForwardLayers& layers) {
  for (const LinearOf<float>* layer : {&layers.linear1, &layers.linear2}) {
    write_numbers(out, layer->weight.data(), layer->weight.size());
    write_numbers(out, layer->bias.data(), layer->bias.size());
  }
}

// A pass, with gradients on request. Weights are allocated at the start of each sample, so that not
// all cases are in memory at once.
class Pass : public Task {
 public:
  Pass(Index tokens, const FeedForwardOptions& options, bool gradients)
      : gradients_(gradients),
        ffn_(make_feed_forward(options, Initialization::kPytorch, 42)),
        x_(tokens, options.d_model),
        y_(tokens, options.d_model),
        grad_output_(tokens, options.d_model),
        grad_x_(tokens, options.d_model),
        grads_(zeros_like(ffn_)) {
    RandomState rng(42);
    fill_randn(rng, 1.0, view(x_));
    fill_randn(rng, 1.0, view(grad_output_));
  }

  void run() override {
    ffn_.forward(read_only(view(x_)), view(y_), gradients_ ? &trace_ : nullptr);
    if (gradients_) backward();
  }

  void write_results(std::ostream& out) override {
    run();
    write_layers(out, ffn_.layers());
    for (const Matrix* tensor : {&x_, &grad_output_, &y_})
      write_numbers(out, tensor->data(), tensor->size());
    if (!gradients_) return;
    write_numbers(out, grad_x_.data(), grad_x_.size());
    write_layers(out, grads_);
  }

 private:
  void backward() {
    ffn_.backward(read_only(view(x_)), trace_, read_only(view(grad_output_)), grads_, view(grad_x_),
                  &trace_grads_, Write::kReplace);
  }

  bool gradients_;
  FeedForward ffn_;
  Matrix x_;
  Matrix y_;
  Matrix grad_output_;
  Matrix grad_x_;
  FeedForwardTrace trace_;
  FeedForwardTraceGradients trace_grads_;  // keeps the memory of the intermediate tensors
  FeedForwardLayers grads_;
};

// Training of the model of the facts as the page does it, but only with the sentences that fill the
// batches of an epoch, so that all steps have the same size.
class Training : public Task {
 public:
  Training() : run_(start(facts::read_facts_file("web/model/vocabulary.json"))) {}

  void run() override {
    if (run_.step(1) != 1) throw std::runtime_error("a step of the training is not finite");
  }

  void write_results(std::ostream& out) override {
    constexpr int kSteps = 5;
    for (int step = 0; step < kSteps; ++step) {
      run();
      const auto loss = static_cast<float>(run_.losses().back());
      write_numbers(out, &loss, 1);
    }
  }

 private:
  static LanguageTraining start(const facts::FactsFile& file) {
    LanguageTrainingOptions options = facts::facts_training(file, Activation::kGelu);
    options.snapshot_every = options.schedule.steps;
    const Index count = file.sentences.count() / options.batch_size * options.batch_size;
    std::vector<std::int32_t> first(static_cast<std::size_t>(count));
    std::iota(first.begin(), first.end(), 0);
    return LanguageTraining(file.sentences.at(first), options);
  }

  LanguageTraining run_;
};

}  // namespace

std::unique_ptr<Task> make_task(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> parts;
  for (std::string part; std::getline(in, part, ':');) parts.push_back(part);
  const std::string task = parts.size() == 6 ? parts[5] : "";
  if (task == "training") return std::make_unique<Training>();
  if (task != "forward" && task != "gradients")
    throw std::invalid_argument(
        "\"" + text + "\" is not NAME:TOKENS:D_MODEL:D_FF:ACTIVATION:forward|gradients|training");
  FeedForwardOptions options;
  options.d_model = std::stol(parts[2]);
  options.d_ff = std::stol(parts[3]);
  options.activation = named<Activation>(parts[4]);
  return std::make_unique<Pass>(std::stol(parts[1]), options, task == "gradients");
}

}  // namespace ffn::bench
