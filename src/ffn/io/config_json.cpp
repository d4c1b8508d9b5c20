#include "ffn/io/config_json.h"

#include <limits>
#include <utility>

#include "ffn/io/checkpoint_error.h"
#include "ffn/io/json_events.h"
#include "ffn/io/utf8.h"

namespace ffn {

namespace {

using Reason = CheckpointReason;
using Kind = ConfigJson::Kind;
using Value = ConfigJson::Value;

constexpr const char* kPart = "config";
constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
constexpr std::int64_t kMostInteger = std::numeric_limits<std::int64_t>::max();

// Stores the named values outside arrays.
class ConfigEvents final : public JsonEvents {
 public:
  std::vector<Value> take() { return std::move(values_); }

  bool start_object() override { return open(Kind::kObject); }
  bool end_object() override { return close(); }
  bool start_array() override { return open(Kind::kArray); }
  bool end_array() override { return close(); }
  bool key(std::string& text) override {
    key_ = std::move(text);
    return true;
  }
  bool number_unsigned(std::uint64_t value) override {
    if (value > static_cast<std::uint64_t>(kMostInteger)) return add_large(std::to_string(value));
    return add(Kind::kInteger, {}, static_cast<std::int64_t>(value));
  }
  bool number_integer(std::int64_t value) override { return add(Kind::kInteger, {}, value); }
  bool number_float(const std::string& text) override {
    // The parser reports whole numbers beyond 64 bits as this, too.
    const bool whole = text.find_first_not_of("-0123456789") == std::string::npos;
    return whole ? add_large(text) : add(Kind::kReal);
  }
  bool string(std::string& text) override { return add(Kind::kString, std::move(text)); }
  bool boolean(bool value) override { return add(Kind::kBoolean, {}, value ? 1 : 0); }
  bool null() override { return add(Kind::kNull); }
  bool number_overflow(const std::string& text) override {
    reject(Reason::kBadNumber, kPart, {"with the number ", short_quoted(text)},
           "numbers in the range of double");
  }
  bool parse_error(std::size_t position) override {
    reject(Reason::kNotJson, kPart, {"not JSON at its byte ", position}, "a JSON object");
  }

 private:
  bool add(Kind kind, std::string text = {}, std::int64_t integer = 0) {
    if (open_.empty() && kind != Kind::kObject)
      reject(Reason::kWrongType, kPart, "another JSON value", "a JSON object");
    const std::size_t parent = open_.empty() ? kNone : open_.back();
    added_ = kNone;
    const bool in_array =
        !open_.empty() && (parent == kNone || values_[parent].kind == Kind::kArray);
    if (in_array) {
      if (parent == kNone) return true;
      const bool first = values_[parent].integer++ == 0;
      if (first && kind == Kind::kString) values_[parent].text = std::move(text);
      return true;
    }
    added_ = values_.size();
    if (added_ == kMaxConfigValues) {
      reject(Reason::kHeaderTooLarge, kPart, "with more values",
             {"at most ", kMaxConfigValues, " named values"});
    }
    values_.push_back({kind, parent, std::move(key_), std::move(text), integer});
    key_.clear();
    return true;
  }

  // Stores a whole number that exceeds 64 bits.
  bool add_large(const std::string& text) {
    return add(Kind::kInteger, text, text.starts_with('-') ? -kMostInteger : kMostInteger);
  }

  bool open(Kind kind) {
    add(kind);
    if (open_.size() == kMaxConfigDepth)
      reject(Reason::kWrongType, kPart, "nested more deeply",
             {"at most ", kMaxConfigDepth, " levels"});
    open_.push_back(added_);
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  std::vector<Value> values_;
  std::vector<std::size_t> open_;  // indices of the open objects and arrays; kNone inside an array
  std::size_t added_ = kNone;      // index of the last value, kNone if it was not stored
  std::string key_;
};

void check_config_text(std::string_view text) {
  if (text.size() > kMaxConfigBytes) {
    reject(Reason::kHeaderTooLarge, kPart, {text.size(), " bytes"},
           {"at most ", kMaxConfigBytes, " bytes"});
  }
  if (const auto at = first_invalid_utf8(text))
    reject(Reason::kNotUtf8, kPart, {"not UTF-8 at its byte ", *at + 1}, "UTF-8");
  // The parser treats NUL as the end of its input; valid JSON contains none.
  const std::size_t nul = text.find('\0');
  if (nul != std::string_view::npos)
    reject(Reason::kNotJson, kPart, {"NUL at its byte ", nul + 1}, "a JSON object");
}

// Returns the number of bytes of the value that Python writes and JSON does not have, 0 if the text
// does not begin with one: NaN, Infinity, -Infinity.
std::size_t length_not_finite(std::string_view text) {
  for (const std::string_view name : {"NaN", "Infinity", "-Infinity"}) {
    if (!text.starts_with(name)) continue;
    const std::string_view rest = text.substr(name.size());
    if (rest.empty() || rest.find_first_of(",]} \t\r\n") == 0) return name.size();
  }
  return 0;
}

// Returns the text with real numbers of the same length in place of those that are not finite, so
// that positions in messages remain right: json.dump of Python writes them, and whatever has them
// is none of the values that are read.
std::string with_finite_numbers(std::string_view text) {
  std::string finite(text);
  bool in_string = false;
  char before = ' ';  // the last byte that is not white space
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char now = text[i];
    if (in_string) {
      if (now == '\\') ++i;
      in_string = now != '"';
    } else if (now == '"') {
      in_string = true;
    } else if (before == ':' || before == ',' || before == '[') {
      const std::size_t length = length_not_finite(text.substr(i));
      if (length > 0) finite.replace(i, length, "0.0" + std::string(length - 3, ' '));
    }
    if (std::string_view(" \t\r\n").find(now) == std::string_view::npos) before = now;
  }
  return finite;
}

}  // namespace

ConfigJson::ConfigJson(std::string_view text) {
  check_config_text(text);
  ConfigEvents events;
  parse_json(with_finite_numbers(text), events);
  values_ = events.take();
}

const Value* ConfigJson::find(const Value& object, std::string_view key) const {
  const auto parent = static_cast<std::size_t>(&object - values_.data());
  const Value* found = nullptr;
  for (const Value& value : values_) {
    if (value.parent != parent || value.key != key) continue;
    if (found != nullptr)
      reject(Reason::kDuplicateKey, kPart, {"two values for ", short_quoted(key)},
             "every key once");
    found = &value;
  }
  return found != nullptr && found->kind == Kind::kNull ? nullptr : found;
}

const Value* ConfigJson::find_object(const Value& object, std::string_view key) const {
  const Value* const found = find(object, key);
  return found != nullptr && found->kind == Kind::kObject ? found : nullptr;
}

std::string_view ConfigJson::text(const Value& object, std::string_view key) const {
  const Value* const found = find(object, key);
  if (found == nullptr) return {};
  if (found->kind != Kind::kString)
    reject(Reason::kWrongType, {"config ", short_quoted(key)}, "of another type", "a string");
  return found->text;
}

}  // namespace ffn
