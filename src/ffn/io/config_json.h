#pragma once
// The JSON of a model's configuration: named values in nested objects. `text` is untrusted.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ffn {

/// Largest configuration in bytes; those with the names of 21,000 classes have 2 MB.
inline constexpr std::size_t kMaxConfigBytes = 10'000'000;

/// Largest number of named values; a configuration with the names of 21,000 classes has 42,000.
inline constexpr std::size_t kMaxConfigValues = 200'000;

/// Largest number of objects and arrays in one another.
inline constexpr std::size_t kMaxConfigDepth = 64;

/// The named values of a JSON object, in a list: each refers to the object that contains it.
class ConfigJson {
 public:
  enum class Kind : std::uint8_t { kObject, kArray, kString, kInteger, kReal, kBoolean, kNull };

  /// A named value. Elements of arrays are not stored, except the text of a first string.
  struct Value {
    Kind kind;
    std::size_t parent;  ///< index of the object that contains it
    std::string key;
    std::string text;  ///< kString; the first element of kArray if that is a string; the digits of
                       ///< a kInteger beyond the range
    std::int64_t integer = 0;  ///< kInteger, limited to the range; kBoolean: 0 or 1; number of
                               ///< elements of kArray
  };

  /// Accepts NaN, Infinity and -Infinity, too, which Python writes. Throws CheckpointError
  /// kHeaderTooLarge, kNotUtf8, kNotJson, kBadNumber for a number beyond the range of double, or
  /// kWrongType for JSON that is not an object or is nested too deeply.
  explicit ConfigJson(std::string_view text);

  const Value& root() const { return values_.front(); }

  /// Returns the value with that key in an object, nullptr if there is none or it is null. Throws
  /// CheckpointError kDuplicateKey if there are two.
  const Value* find(const Value& object, std::string_view key) const;

  /// Returns the same if it is an object, otherwise nullptr.
  const Value* find_object(const Value& object, std::string_view key) const;

  /// Returns the text of a string, empty if there is none. Throws kWrongType for another value.
  std::string_view text(const Value& object, std::string_view key) const;

 private:
  std::vector<Value> values_;
};

}  // namespace ffn
