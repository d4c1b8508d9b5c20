/**
 * Parses numbers that a user typed. Accepts a comma or a point as decimal sign, U+2212 or a hyphen
 * as minus sign, and an exponent, also as the page writes it: 6.9·10⁻⁵. Rejects hexadecimal numbers, infinities, blanks, non-ASCII digits
 * and numbers beyond float32, some of which `Number()` accepts.
 */

export type NumberError =
  'no_number' | 'not_finite' | 'not_decimal' | 'non_ascii_digits' | 'out_of_range';

export type NumberResult = { readonly value: number } | { readonly error: NumberError };

const decimal_number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** A power of ten, with a factor or, after the sign, without. */
const power_of_ten = /(?:·|(^[+-]?))10(⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)$/;

/** Writes 6.9e-5 in place of 6.9·10⁻⁵. */
const with_exponent = (text: string): string =>
  text.replace(power_of_ten, (_, sign: string | undefined, exponent: string) => {
    const digits = exponent.replace(/[^⁻]/g, (digit) => String(superscripts.indexOf(digit)));
    return `${sign === undefined ? '' : `${sign}1`}e${digits.replace('⁻', '-')}`;
  });

function error_of(text: string): NumberError {
  if (/^[+-]?(?:nan|inf(?:inity)?|∞)$/i.test(text)) return 'not_finite';
  if (/^[+-]?0[xob]/i.test(text)) return 'not_decimal';
  if (/(?![0-9])\p{Nd}/u.test(text)) return 'non_ascii_digits';
  return 'no_number';
}

/**
 * Parses one number without surrounding blanks. `decimal_sign`: the decimal separators that are
 * accepted.
 */
export function parse_number(
  text: string,
  decimal_sign: '.' | ',' | 'either' = 'either',
): NumberResult {
  let normalized = with_exponent(text.replace(/^−/, '-').replace(/([eE])−/, '$1-'));
  if (decimal_sign !== '.' && !normalized.includes('.')) normalized = normalized.replace(',', '.');
  if (!decimal_number.test(normalized)) return { error: error_of(normalized) };
  const value = Number(normalized);
  // Rounds to float32 first: "3.4028235e38", as NumPy prints the largest float32, is slightly
  // larger than that number.
  return Number.isFinite(Math.fround(value)) ? { value } : { error: 'out_of_range' };
}
