#include "ffn/io/header_json.h"

#include <optional>

#include "ffn/io/checkpoint_error.h"
#include "ffn/io/json_events.h"
#include "ffn/io/sorted_order.h"
#include "ffn/io/utf8.h"

namespace ffn {

namespace {

using Reason = CheckpointReason;

constexpr std::string_view kMetadataKey = "__metadata__";
constexpr std::size_t kShownDigits = 30;  // longest number shown in a message

[[noreturn]] void reject_duplicate(const std::string& where, std::string_view key) {
  reject(Reason::kDuplicateKey, where, {"two values for ", short_quoted(key)}, "every name once");
}

/// Handles the events of the parser; every function returns true (continue) or throws
/// CheckpointError.
class HeaderEvents final : public JsonEvents {
 public:
  HeaderJson take() { return std::move(header_); }

  bool start_object() override {
    if (at_ == At::kStart) {
      at_ = At::kTop;
    } else if (at_ == At::kTop && name_ == kMetadataKey) {
      if (seen_metadata_) reject_duplicate("header", kMetadataKey);
      seen_metadata_ = true;
      at_ = At::kMetadata;
    } else if (at_ == At::kTop) {
      tensor_ = TensorInfo{};
      tensor_.name = name_;
      dtype_seen_ = shape_seen_ = offsets_seen_ = false;
      at_ = At::kTensor;
    } else {
      wrong_type("an object");
    }
    return true;
  }

  bool key(std::string& key) override {
    if (at_ == At::kTensor) {
      begin_field(key);
    } else {
      (at_ == At::kMetadata ? metadata_key_ : name_) = std::move(key);
    }
    return true;
  }

  bool end_object() override {
    if (at_ == At::kTensor) finish_tensor();
    at_ = at_ == At::kTop ? At::kEnd : At::kTop;
    return true;
  }

  bool start_array() override {
    const bool expected = at_ == At::kTensor && (field_ == "shape" || field_ == "data_offsets");
    if (!expected) wrong_type("an array");
    at_ = At::kNumbers;
    numbers_.clear();
    return true;
  }

  bool end_array() override {
    at_ = At::kTensor;
    if (field_ == "shape") {
      tensor_.shape = numbers_;
    } else {
      set_offsets();
    }
    return true;
  }

  bool number_unsigned(std::uint64_t value) override {
    if (at_ != At::kNumbers) wrong_type("a number");
    if (value > static_cast<std::uint64_t>(kMaxExactInteger)) {
      reject(Reason::kSizeOverflow, place(), value, {"at most ", kMaxExactInteger});
    }
    const std::size_t limit = field_ == "shape" ? kMaxFileDimensions : 2;
    if (numbers_.size() == limit) too_many_numbers();
    numbers_.push_back(static_cast<std::int64_t>(value));
    return true;
  }

  bool number_integer(std::int64_t value) override { return bad_number(std::to_string(value)); }
  bool number_float(const std::string& text) override { return bad_number(text); }

  bool string(std::string& text) override {
    if (at_ == At::kMetadata) {
      header_.metadata.emplace_back(std::move(metadata_key_), std::move(text));
    } else if (at_ == At::kTensor && field_ == "dtype") {
      tensor_.dtype = dtype_named(text);
      if (tensor_.dtype == Dtype::kOther) tensor_.other_dtype = std::move(text);
    } else {
      wrong_type("a string");
    }
    return true;
  }

  bool boolean(bool value) override { return wrong_type(value ? "true" : "false"); }
  bool null() override { return wrong_type("null"); }

  bool number_overflow(const std::string& text) override { return bad_number(text); }

  bool parse_error(std::size_t position) override {
    if (at_ == At::kEnd) {
      reject(Reason::kHeaderPadding, "header", {"going on after the JSON, at its byte ", position},
             "spaces");
    }
    reject(Reason::kNotJson, "header", {"not JSON at its byte ", position}, "a JSON object");
  }

 private:
  enum class At { kStart, kTop, kMetadata, kTensor, kNumbers, kEnd };

  // Returns the name of the value being parsed, for messages.
  std::string place() const {
    if (at_ == At::kMetadata) return "__metadata__ " + short_quoted(metadata_key_);
    if (at_ == At::kTop)
      return name_ == kMetadataKey ? std::string(kMetadataKey) : "tensor " + short_quoted(name_);
    return part_name(tensor_) + " " + field_;
  }

  std::string expected() const {
    if (at_ == At::kMetadata) return "a string";
    if (at_ == At::kTop) return "an object";
    if (at_ == At::kNumbers) return "whole numbers of 0 or more";
    return field_ == "dtype" ? "a string" : "an array of numbers";
  }

  bool wrong_type(const char* value) const {
    reject(Reason::kWrongType, place(), value, expected());
  }

  bool bad_number(const std::string& value) const {
    if (at_ != At::kNumbers) wrong_type("a number");
    const bool is_short = value.size() <= kShownDigits;
    reject(Reason::kBadNumber, place(), is_short ? value : value.substr(0, kShownDigits) + "...",
           "whole numbers of 0 or more");
  }

  [[noreturn]] void too_many_numbers() const {
    if (field_ == "shape") {
      reject(Reason::kTooManyDimensions, place(), {"longer than ", kMaxFileDimensions},
             {"at most ", kMaxFileDimensions, " dimensions"});
    }
    reject(Reason::kWrongType, place(), "longer than 2", "begin and end");
  }

  void begin_field(const std::string& key) {
    bool* seen = nullptr;
    if (key == "dtype") seen = &dtype_seen_;
    if (key == "shape") seen = &shape_seen_;
    if (key == "data_offsets") seen = &offsets_seen_;
    if (seen == nullptr) {
      reject(Reason::kUnknownField, {part_name(tensor_), " field"}, short_quoted(key),
             "dtype, shape or data_offsets");
    }
    if (*seen) reject_duplicate(part_name(tensor_), key);
    *seen = true;
    field_ = key;
  }

  void set_offsets() {
    const std::string value = to_string(Shape(numbers_));
    if (numbers_.size() != 2) reject(Reason::kWrongType, place(), value, "begin and end");
    if (numbers_[0] > numbers_[1])
      reject(Reason::kOffsetsReversed, place(), value, "an end at or after the begin");
    tensor_.bytes = {numbers_[0], numbers_[1]};
  }

  void finish_tensor() {
    const auto require = [&](bool seen, const char* field) {
      if (!seen)
        reject(Reason::kMissingField, {part_name(tensor_), " ", field}, "missing",
               "dtype, shape and data_offsets");
    };
    require(dtype_seen_, "dtype");
    require(shape_seen_, "shape");
    require(offsets_seen_, "data_offsets");
    header_.tensors.push_back(std::move(tensor_));
  }

  HeaderJson header_;
  At at_ = At::kStart;
  std::string name_;          // key of the top level
  std::string metadata_key_;  // key in __metadata__
  std::string field_;         // key in a tensor
  TensorInfo tensor_;
  std::vector<std::int64_t> numbers_;
  bool seen_metadata_ = false;
  bool dtype_seen_ = false;
  bool shape_seen_ = false;
  bool offsets_seen_ = false;
};

void check_header_text(std::string_view text) {
  const auto refuse = [](Reason reason, const Text& value, const char* expected) {
    reject(reason, "header", value, expected);
  };
  if (text.empty()) refuse(Reason::kHeaderStart, "empty", "{");
  if (text.front() != '{')
    refuse(Reason::kHeaderStart, {"byte ", static_cast<unsigned char>(text.front()), " first"},
           "{");
  if (const auto at = first_invalid_utf8(text))
    refuse(Reason::kNotUtf8, {"not UTF-8 at its byte ", *at + 1}, "UTF-8");
  // The parser treats NUL as the end of its input; valid JSON contains none.
  const std::size_t nul = text.find('\0');
  if (nul != std::string_view::npos)
    refuse(Reason::kNotJson, {"NUL at its byte ", nul + 1}, "a JSON object");
}

// The parser accepts any white space after the JSON; the format allows spaces only.
void check_padding(std::string_view text) {
  const std::size_t end = text.find_last_not_of(' ');
  if (text[end] != '}') {
    reject(Reason::kHeaderPadding, "header", {short_quoted(text.substr(end, 1)), " at its end"},
           "} and spaces");
  }
}

// Throws if two of `count` names are equal; name(i) returns the i-th name.
template <class Name>
void check_names(const char* where, std::size_t count, Name&& name) {
  const auto order =
      sorted_order(count, [&](std::size_t a, std::size_t b) { return name(a) < name(b); });
  for (std::size_t i = 1; i < count; ++i) {
    if (name(order[i - 1]) == name(order[i])) reject_duplicate(where, name(order[i]));
  }
}

}  // namespace

HeaderJson parse_header_json(std::string_view text) {
  check_header_text(text);
  HeaderEvents events;
  parse_json(text, events);
  HeaderJson header = events.take();
  check_padding(text);
  check_names("header", header.tensors.size(),
              [&](std::size_t i) -> const std::string& { return header.tensors[i].name; });
  check_names("__metadata__", header.metadata.size(),
              [&](std::size_t i) -> const std::string& { return header.metadata[i].first; });
  return header;
}

}  // namespace ffn
