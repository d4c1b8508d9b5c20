#include "ffn/io/text_signature.h"

#include <algorithm>
#include <array>
#include <string>

#include "ffn/core/ascii.h"
#include "ffn/io/utf8.h"

namespace ffn {

namespace {

using Reason = CheckpointReason;

constexpr const char* kChoose = "choose the model's .safetensors file";
constexpr const char* kDownload = "download the file itself, with the link of its own page";
constexpr const char* kSignIn =
    "download the file itself: check its address, and sign in if the model asks for it";
constexpr std::size_t kLeastText = 8;

// A kind of text and its beginning in small letters.
struct Beginning {
  std::string_view text;
  Reason reason;
  const char* what;
  const char* way_on;
};

constexpr const char* kPage =
    "a web page (an error message of a server, or the page about the file?)";
constexpr const char* kAnswer = "the answer of a server that did not send the file";

// Answers of model hubs and stores: https://huggingface.co, the HTTP statuses of
// https://www.rfc-editor.org/rfc/rfc9110 section 15, and Amazon S3.
constexpr auto kBeginnings = std::to_array<Beginning>({
    {"version https://git-lfs.github.com/spec/", Reason::kGitLfsPointer,
     "a Git LFS pointer, the text that stands for a file which has not been downloaded",
     "run git lfs pull, or download the file itself"},
    {"<!doctype", Reason::kWebPage, kPage, kDownload},
    {"<html", Reason::kWebPage, kPage, kDownload},
    {"<?xml", Reason::kWebPage, "an XML document (an error message of a server?)", kDownload},
    {"entry not found", Reason::kWebPage, kAnswer, kSignIn},
    {"repository not found", Reason::kWebPage, kAnswer, kSignIn},
    {"not found", Reason::kWebPage, kAnswer, kSignIn},
    {"404: not found", Reason::kWebPage, kAnswer, kSignIn},
    {"404 not found", Reason::kWebPage, kAnswer, kSignIn},
    {"invalid username or password", Reason::kWebPage, kAnswer, kSignIn},
    {"invalid credentials", Reason::kWebPage, kAnswer, kSignIn},
    {"access to model", Reason::kWebPage, kAnswer, kSignIn},
    {"access denied", Reason::kWebPage, kAnswer, kSignIn},
    {"forbidden", Reason::kWebPage, kAnswer, kSignIn},
    {"unauthorized", Reason::kWebPage, kAnswer, kSignIn},
    {"too many requests", Reason::kWebPage, kAnswer, "download the file itself, later"},
    {"bad gateway", Reason::kWebPage, kAnswer, "download the file itself, later"},
    {"service unavailable", Reason::kWebPage, kAnswer, "download the file itself, later"},
});

// A kind of JSON document and a word of its first bytes; the first that is found decides.
struct JsonKind {
  std::string_view word;
  const char* what;
  const char* way_on;
};

constexpr auto kJsonKinds = std::to_array<JsonKind>({
    {"\"weight_map\"", "the index of a model in several files (model.safetensors.index.json)",
     "choose the .safetensors files together with it"},
    {"\"data_offsets\"", "the header of a safetensors file without its 8 bytes of length",
     "download the whole file again"},
    {"\"modelTopology\"", "a TensorFlow.js model", kChoose},
    {"\"added_tokens\"", "a tokenizer (tokenizer.json)", kChoose},
    {"\"error\"", "a JSON document, the error message of a server", kSignIn},
    {"\"peft_type\"", "the configuration of an adapter (adapter_config.json)", kChoose},
    {"\"architectures\"", "a model's configuration (config.json)",
     "choose the .safetensors file together with it"},
    {"\"model_type\"", "a model's configuration (config.json)",
     "choose the .safetensors file together with it"},
});

std::string small_letters(std::string_view text) {
  std::string small(text);
  for (char& letter : small) letter = lower_case(letter);
  return small;
}

OtherFormat json_format(std::string_view text) {
  for (const JsonKind& kind : kJsonKinds) {
    if (text.find(kind.word) != std::string_view::npos)
      return {Reason::kOtherFormat, kind.what, kind.way_on};
  }
  return {Reason::kOtherFormat,
          "a JSON document (an error message of a server, or the index of a checkpoint in several "
          "files?)",
          kChoose};
}

// Whether the text has no control characters and is UTF-8, except for a character cut at the end.
bool is_plain(std::string_view text) {
  const bool controls = std::any_of(text.begin(), text.end(), [](char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return (byte < 0x20 && letter != '\t' && letter != '\n' && letter != '\r') || byte == 0x7F;
  });
  const auto invalid = first_invalid_utf8(text);
  constexpr std::size_t kLongestCharacter = 4;
  return !controls && (!invalid || *invalid + kLongestCharacter > text.size());
}

// Returns the text up to its last whole character.
std::string_view whole_characters(std::string_view text) {
  return text.substr(0, first_invalid_utf8(text).value_or(text.size()));
}

}  // namespace

std::optional<OtherFormat> find_text_format(std::string_view first_bytes) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::string_view text = first_bytes;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (text.find('\0') != std::string_view::npos) return std::nullopt;
  const std::string small = small_letters(text);
  for (const Beginning& kind : kBeginnings) {
    // Accepts 8 letters of a beginning that is longer than what is known.
    const bool cut = small.size() >= kLeastText && kind.text.starts_with(small);
    if (cut || small.starts_with(kind.text))
      return OtherFormat{kind.reason, kind.what, kind.way_on};
  }
  if (text.starts_with('{')) return json_format(text);
  if (text.size() < kLeastText || !is_plain(text)) return std::nullopt;
  const bool markdown =
      text.starts_with("---\n") || text.starts_with("---\r\n") || text.starts_with("# ");
  const std::string line(whole_characters(text.substr(0, text.find_first_of("\r\n"))));
  return OtherFormat{Reason::kOtherFormat,
                     markdown ? "a Markdown text (the README of a model?)"
                              : "a text that begins with " + short_quoted(line),
                     kChoose};
}

}  // namespace ffn
