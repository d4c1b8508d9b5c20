#include "ffn/io/checkpoint_error.h"

#include <doctest/doctest.h>

#include <set>

using namespace ffn;

TEST_CASE("checkpoint_error: every reason has a unique name") {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(CheckpointReason::kPickledObjects); ++i) {
    const std::string_view name = name_of(static_cast<CheckpointReason>(i));
    CHECK_FALSE(name.empty());
    CHECK(names.insert(name).second);
  }
  CHECK(name_of(CheckpointReason::kFileTooSmall) == "file_too_small");
  CHECK(name_of(CheckpointReason::kUnknownDtype) == "unknown_dtype");
  CHECK(name_of(CheckpointReason::kWrongShape) == "wrong_shape");
  CHECK(name_of(CheckpointReason::kPickledObjects) == "pickled_objects");
}

TEST_CASE("checkpoint_error: a CheckpointError is an ArgumentError with a reason") {
  const CheckpointError error(CheckpointReason::kHole, "tensor \"w\"", "here", "there");
  CHECK(error.reason() == CheckpointReason::kHole);
  CHECK(std::string(error.what()) == "tensor \"w\" is here; expected there");
  CHECK_THROWS_AS(throw error, ArgumentError);
}
