#pragma once
// Macros that name fields once: the conversion of a struct to an object (FFN_FIELDS), options that
// are read into a struct (FFN_READ, options.h), and properties of a class (FFN_PROPERTIES, bind.h).

// FFN_EACH(macro, a, x, y, ...) expands to macro(a, x) macro(a, y) ..., for at most 20 names.
#define FFN_EXPAND(...) FFN_EXPAND_4(FFN_EXPAND_4(FFN_EXPAND_4(FFN_EXPAND_4(__VA_ARGS__))))
#define FFN_EXPAND_4(...) FFN_EXPAND_1(FFN_EXPAND_1(FFN_EXPAND_1(FFN_EXPAND_1(__VA_ARGS__))))
#define FFN_EXPAND_1(...) __VA_ARGS__
#define FFN_PARENTHESES ()
#define FFN_NEXT() FFN_STEP
#define FFN_STEP(macro, a, first, ...) \
  macro(a, first) __VA_OPT__(FFN_NEXT FFN_PARENTHESES(macro, a, __VA_ARGS__))
#define FFN_EACH(...) FFN_EXPAND(FFN_STEP(__VA_ARGS__))

/// Sets properties of `object` to the fields of `from` that have their names, and returns it:
/// FFN_SET(object, from, mean, minimum).
#define FFN_SET(object, from, ...) (object) FFN_EACH(FFN_SET_FIELD, from, __VA_ARGS__)
#define FFN_SET_FIELD(from, field) .set(#field, (from).field)

/// Defines the conversion of a struct to an object with these fields: FFN_FIELDS(Range, low, high).
/// Not in an unnamed namespace, where to_value would not find it; the same holds for overloads of
/// write_fields and read_options.
#define FFN_FIELDS(type, ...)                                                \
  [[maybe_unused]] static void write_fields(val& object, const type& from) { \
    FFN_SET(object, from, __VA_ARGS__);                                      \
  }
