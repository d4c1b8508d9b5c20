/**
 * Numbers as people write them. Accepts a comma or a point as decimal sign, the minus sign of a keyboard or of a typesetter,
 * and an exponent. Refuses everything that JavaScript's own `Number()` would quietly take or turn into something else:
 * hexadecimal, infinities, blanks, other digits, numbers beyond float32.
 */

export type NumberError = 'no_number' | 'not_finite' | 'not_decimal' | 'non_ascii_digits' | 'out_of_range';

export type NumberResult = { readonly value: number } | { readonly error: NumberError };

const decimal_number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function error_of(text: string): NumberError {
  if (/^[+-]?(?:nan|inf(?:inity)?|∞)$/i.test(text)) return 'not_finite';
  if (/^[+-]?0[xob]/i.test(text)) return 'not_decimal';
  if (/(?![0-9])\p{Nd}/u.test(text)) return 'non_ascii_digits';
  return 'no_number';
}

/** One number, without blanks around it. `decimal_sign` says which character may stand for the decimal point. */
export function parse_number(text: string, decimal_sign: '.' | ',' | 'either' = 'either'): NumberResult {
  let normalized = text.replace(/^−/, '-').replace(/([eE])−/, '$1-');
  if (decimal_sign !== '.' && !normalized.includes('.')) normalized = normalized.replace(',', '.');
  if (!decimal_number.test(normalized)) return { error: error_of(normalized) };
  const value = Number(normalized);
  // The nearest float32 counts: "3.4028235e38" is the largest one as NumPy prints it, and a little more than it is.
  return Number.isFinite(Math.fround(value)) ? { value } : { error: 'out_of_range' };
}
