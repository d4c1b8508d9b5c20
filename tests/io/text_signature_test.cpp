#include "ffn/io/text_signature.h"

#include <doctest/doctest.h>

#include <string>

using namespace ffn;

namespace {

using Reason = CheckpointReason;

void check_text(const std::string& first, Reason reason, const std::string& what,
                const std::string& way_on) {
  CAPTURE(first);
  const auto found = find_text_format(first);
  REQUIRE(found);
  CHECK(found->reason == reason);
  CHECK(found->what == what);
  CHECK(std::string(found->way_on).find(way_on) != std::string::npos);
}

}  // namespace

TEST_CASE("text_signature: Git LFS pointers, whole or cut to 8 bytes") {
  const std::string pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n";
  for (const std::size_t size : {std::size_t{8}, std::size_t{20}, pointer.size()}) {
    check_text(pointer.substr(0, size), Reason::kGitLfsPointer,
               "a Git LFS pointer, the text that stands for a file which has not been downloaded",
               "git lfs pull");
  }
  check_text("version 2 of the weights", Reason::kOtherFormat,
             "a text that begins with \"version 2 of the weights\"", ".safetensors");
  CHECK_FALSE(find_text_format("version"));
}

TEST_CASE("text_signature: web pages and answers of servers") {
  const std::string page = "a web page (an error message of a server, or the page about the file?)";
  for (const char* first : {"<!DOCTYPE html>", "<!doctyp", "<html>", "<HTML lang=en>",
                            "\xEF\xBB\xBF<!DOCTYPE html>", "\n\n <html>"})
    check_text(first, Reason::kWebPage, page, "download the file itself");
  check_text("<?xml version=\"1.0\"?>", Reason::kWebPage,
             "an XML document (an error message of a server?)", "download");
  for (const char* first :
       {"Entry not found", "Repository not found", "Not Found", "404: Not Found", "404 Not Found",
        "Invalid username or password.", "Invalid credentials in Authorization header",
        "Access to model meta-llama/X is restricted", "Access Denied", "Forbidden", "Unauthorized"})
    check_text(first, Reason::kWebPage, "the answer of a server that did not send the file",
               "sign in");
  for (const char* first : {"Too Many Requests", "Bad Gateway", "Service Unavailable"})
    check_text(first, Reason::kWebPage, "the answer of a server that did not send the file",
               "later");
}

TEST_CASE("text_signature: kinds of JSON") {
  const auto check_json = [](const std::string& first, const std::string& what,
                             const std::string& way_on) {
    check_text(first, Reason::kOtherFormat, what, way_on);
  };
  check_json(R"({"metadata": {"total_size": 1}, "weight_map": {)",
             "the index of a model in several files (model.safetensors.index.json)",
             "together with it");
  check_json(R"({"w":{"dtype":"F32","shape":[],"data_offsets":[0,4]}})",
             "the header of a safetensors file without its 8 bytes of length", "again");
  check_json(R"({"modelTopology": {)", "a TensorFlow.js model", ".safetensors");
  check_json("{\n  \"version\": \"1.0\",\n  \"added_tokens\": [", "a tokenizer (tokenizer.json)",
             ".safetensors");
  check_json(R"({"error":"Entry not found"})", "a JSON document, the error message of a server",
             "sign in");
  check_json(R"({"peft_type": "LORA"})", "the configuration of an adapter (adapter_config.json)",
             ".safetensors");
  check_json(R"({"architectures": ["LlamaForCausalLM"])", "a model's configuration (config.json)",
             "together with it");
  check_json(R"({"model_type": "llama")", "a model's configuration (config.json)",
             "together with it");
  for (const char* first : {"{", "{}", " {\"a\":1}"}) {
    check_json(first,
               "a JSON document (an error message of a server, or the index of a checkpoint in "
               "several files?)",
               ".safetensors");
  }
}

TEST_CASE("text_signature: Markdown and other texts show their first line") {
  for (const char* first : {"---\nlicense: mit\n---\n", "---\r\nlicense: mit", "# My model\n"})
    check_text(first, Reason::kOtherFormat, "a Markdown text (the README of a model?)",
               "choose the model's .safetensors file");
  check_text("epoch,loss\r\n1,2\n", Reason::kOtherFormat, "a text that begins with \"epoch,loss\"",
             "choose");
  check_text("12345678", Reason::kOtherFormat, "a text that begins with \"12345678\"", "choose");
  check_text("lớp một của\nmạng", Reason::kOtherFormat, "a text that begins with \"lớp một của\"",
             "choose");
  // A character is cut at the end.
  check_text("mạng nơ-ron l\xE1\xBB", Reason::kOtherFormat,
             "a text that begins with \"mạng nơ-ron l\"", "choose");
}

TEST_CASE("text_signature: bytes that are no text") {
  for (const std::string& first :
       {std::string(), std::string("short"), std::string("        "), std::string("\xEF\xBB\xBF"),
        std::string("{\0\0\0\0\0\0\0", 8), std::string("<html>\0\0", 8),
        std::string("text with \x01"), std::string("text with \x7F and more"),
        std::string("text with \xFF and more")}) {
    CAPTURE(first);
    CHECK_FALSE(find_text_format(first));
  }
}
