#pragma once
// The work of the native benchmark.

#include <memory>
#include <ostream>
#include <string>

namespace ffn::bench {

/// Work that is repeated: a pass, a pass with gradients, or a step of training.
class Task {
 public:
  Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  virtual ~Task() = default;

  virtual void run() = 0;

  /// Runs the task from its start and writes float32 numbers. Of passes: w1, b1, w2, b2, x,
  /// grad_output, y and, with gradients, those of x, w1, b1, w2 and b2. Of training: the losses of
  /// the first steps.
  virtual void write_results(std::ostream& out) = 0;
};

/// Returns the task of NAME:TOKENS:D_MODEL:D_FF:ACTIVATION:forward|gradients|training; training is
/// that of the model of the facts, whose corpus is read from web/model/vocabulary.json. Throws
/// std::invalid_argument for another text.
std::unique_ptr<Task> make_task(const std::string& text);

}  // namespace ffn::bench
