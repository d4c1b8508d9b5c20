#include "ffn/io/file_signature.h"

#include <doctest/doctest.h>

#include "ffn/io/checkpoint_error.h"

using namespace ffn;

TEST_CASE("file_signature: the error names the detected and the expected format") {
  CHECK_THROWS_WITH(check_file_signature(" \n<html><b", "an .npy file"),
                    "file is a web page (an error message of a server, or the page about the "
                    "file?); expected an .npy file");
  CHECK_THROWS_WITH(check_file_signature("GGUF", "a safetensors file"),
                    "file is a GGUF file; expected a safetensors file");
}

TEST_CASE("file_signature: unknown bytes are accepted") {
  for (const char* first : {"", " ", "PK", "text that is none of them"})
    CHECK_NOTHROW(check_file_signature(first, "anything"));
}
