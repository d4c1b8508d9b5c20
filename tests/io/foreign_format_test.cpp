#include "ffn/io/foreign_format.h"

#include <doctest/doctest.h>

#include "ffn/io/checkpoint_error.h"

using namespace ffn;

TEST_CASE("foreign_format: says what a file is in place of what it should be") {
  CHECK_THROWS_WITH(refuse_foreign(" \n<html><b", "an .npy file"),
                    "file is a web page (an error message of a server, or the page about the file?); expected an .npy file");
  CHECK_THROWS_WITH(refuse_foreign("GGUF", "a safetensors file"), "file is a GGUF file; expected a safetensors file");
}

TEST_CASE("foreign_format: lets pass what it does not know") {
  for (const char* first : {"", " ", "PK", "text that is none of them"}) CHECK_NOTHROW(refuse_foreign(first, "anything"));
}
