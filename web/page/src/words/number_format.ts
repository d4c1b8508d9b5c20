/**
 * Number styles, formatted by the rules of the language, with U+2212 as minus sign and digits grouped
 * from five on:
 * - `cell`: three decimals, for grids; an exact zero is "0", so that it differs from a value that
 *   only rounds to zero;
 * - `hundredths`: two decimals;
 * - `precise`: as many digits as a float32 has, for read-outs;
 * - `statistic`: six decimals; `percent`: a share with one decimal, from 100% on without; `factor`:
 *   `×2.00`; `count`: a whole number; `tick`: at most four significant digits; `limit`: two significant digits, for the
 *   ends of a scale; `typed`: like `tick`, as a user types it.
 *
 * A number that rounds to zero has no sign: "−0.000" would be no number. Except in grids and where a
 * user types, smaller numbers than 10⁻³ are powers of ten, so that a column has one notation; files
 * and programs have `e-5` (number_text.ts).
 */
export type NumberStyle =
  | 'cell'
  | 'hundredths'
  | 'precise'
  | 'statistic'
  | 'percent'
  | 'factor'
  | 'count'
  | 'tick'
  | 'limit'
  | 'typed';

type Format = (value: number) => string;

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const raise = (exponent: string) =>
  exponent.replace('-', '⁻').replace(/\d/g, (digit) => superscripts[Number(digit)] ?? '');

/** Writes 6.9·10⁻⁵ in place of 6.9E-5, and 10⁻⁵ in place of 1E-5. */
const power_of_ten = (text: string): string =>
  text.replace(/^(-?)(.+)E(-?\d+)$/, (_, sign: string, factor: string, exponent: string) =>
    [sign, factor === '1' ? '' : `${factor}·`, '10', raise(exponent)].join(''),
  );

/** Writes the minus sign, but none before a zero. */
const with_minus = (text: string): string =>
  text.startsWith('-') ? (/[1-9]/.test(text) ? `−${text.slice(1)}` : text.slice(1)) : text;

/**
 * Writes signs and powers by string replacement: with hundreds of numbers at once, `formatToParts`
 * would be slower. Creates the `Intl.NumberFormat` on first use, as a browser takes milliseconds for
 * each.
 */
function lazy_format(language: string, options: Intl.NumberFormatOptions): Format {
  let format: Intl.NumberFormat | undefined;
  return (value) => {
    format ??= new Intl.NumberFormat(language, { useGrouping: 'min2', ...options });
    return with_minus(power_of_ten(format.format(value)));
  };
}

/** No language groups the digits of smaller numbers under the rule `min2`. */
const grouping_limit = 9_999;

/**
 * Formats with `toFixed` where that suffices, as for all numbers of the first screen: `Intl` takes
 * 0.1 s to initialize on a phone.
 */
function fixed_format(language: string, digits: number): Format {
  const grouped = lazy_format(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const point = language === 'en' ? '.' : ',';
  return (value) =>
    Math.abs(value) < grouping_limit
      ? with_minus(value.toFixed(digits).replace('.', point))
      : grouped(value);
}

/**
 * Formats shares as percentages with one decimal, those from 0 to 1 without `Intl`; above, a decimal
 * says nothing.
 */
function percent_format(language: string, one: Format): Format {
  const of_digits = (digits: number) =>
    lazy_format(language, {
      style: 'percent',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  const [negative, large] = [of_digits(1), of_digits(0)];
  const sign = language === 'fr' ? '\u202F%' : '%';
  // Rounded before it is multiplied: 100 · 0.0135 is above 1.35, 0.0135 is below 0.0135.
  return (value) =>
    value >= 0 && value <= 1
      ? `${one(Math.round(Number(value.toFixed(3)) * 1000) / 10)}${sign}`
      : (Math.abs(value) > 1 ? large : negative)(value);
}

/** Smaller numbers are powers of ten. */
const small = 1e-3;

/** Returns the format of each style for a number of a size. */
function make_styles(language: string): Record<NumberStyle, (size: number) => Format> {
  const make = (options: Intl.NumberFormatOptions) => lazy_format(language, options);
  const fixed = (digits: number) => fixed_format(language, digits);
  const scientific = (digits: number) =>
    make({ notation: 'scientific', maximumSignificantDigits: digits });
  const [one, two, three, six, seven] = [fixed(1), fixed(2), fixed(3), fixed(6), fixed(7)];
  const [short, four, long] = [scientific(2), scientific(4), scientific(7)];
  const tick = make({ maximumSignificantDigits: 4 });
  const digits = make({ maximumSignificantDigits: 8 });
  const two_digits = make({ maximumSignificantDigits: 2 });
  const always = (format: Format) => () => format;
  return {
    cell: (size) => (size < 100 ? three : size < 10_000 ? one : short),
    hundredths: always(two),
    precise: (size) => (size < small || size >= 1e7 ? long : size < 10 ? seven : digits),
    statistic: (size) => (size < small ? four : size >= 1e6 ? long : six),
    percent: always(percent_format(language, one)),
    factor: always((value) => `×${two(value)}`),
    count: always(fixed(0)),
    tick: (size) => (size < small ? four : tick),
    limit: (size) => (size < small ? short : two_digits),
    typed: always(make({ maximumSignificantDigits: 4, useGrouping: false })),
  };
}

export function make_number_format(
  language: string,
): (value: number, style: NumberStyle) => string {
  const styles = make_styles(language);
  return (value, style) => {
    if (Number.isNaN(value)) return 'NaN';
    if (!Number.isFinite(value)) return value < 0 ? '−∞' : '∞';
    if (value === 0 && style !== 'percent') return '0';
    return styles[style](Math.abs(value))(value);
  };
}
