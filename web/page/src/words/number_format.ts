/**
 * Number styles, formatted by the rules of the language and with U+2212 as minus sign:
 * - `cell`: three decimals, for grids; an exact zero is "0", so that it differs from a value that
 *   only rounds to zero;
 * - `hundredths`: two decimals;
 * - `precise`: as many digits as a float32 has, for read-outs;
 * - `statistic`: six decimals; `percent`: a share with one decimal, from 100% on without; `factor`: `×2.00`; `count`: a
 *   whole number, grouped; `tick`: at most four significant digits; `limit`: two significant
 *   digits, for the ends of a scale.
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
  | 'limit';

type Format = (value: number) => string;

/**
 * Writes 6.9e−5 in place of 6.9E-5, by string replacement: with hundreds of numbers at once,
 * `formatToParts` would be slower. Creates the `Intl.NumberFormat` on first use, as a browser takes
 * milliseconds for each.
 */
function lazy_format(language: string, options: Intl.NumberFormatOptions): Format {
  let format: Intl.NumberFormat | undefined;
  return (value) => {
    format ??= new Intl.NumberFormat(language, { useGrouping: 'min2', ...options });
    return format.format(value).replace(/-/g, '−').replace('E', 'e');
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
      ? value.toFixed(digits).replace('.', point).replace('-', '−')
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

/** Returns the format of each style for a number of a size. */
function make_styles(language: string): Record<NumberStyle, (size: number) => Format> {
  const make = (options: Intl.NumberFormatOptions) => lazy_format(language, options);
  const fixed = (digits: number) => fixed_format(language, digits);
  const scientific = (digits: number) =>
    make({ notation: 'scientific', maximumSignificantDigits: digits });
  const [one, two, three, six, seven] = [fixed(1), fixed(2), fixed(3), fixed(6), fixed(7)];
  const [short, long] = [scientific(2), scientific(7)];
  const digits = make({ maximumSignificantDigits: 8 });
  const two_digits = make({ maximumSignificantDigits: 2 });
  const always = (format: Format) => () => format;
  return {
    cell: (size) => (size < 100 ? three : size < 10_000 ? one : short),
    hundredths: always(two),
    precise: (size) => (size < 1e-4 || size >= 1e7 ? long : size < 10 ? seven : digits),
    statistic: (size) => (size < 1e-4 || size >= 1e6 ? long : six),
    percent: always(percent_format(language, one)),
    factor: always((value) => `×${two(value)}`),
    count: always(fixed(0)),
    tick: always(make({ maximumSignificantDigits: 4 })),
    limit: (size) => (size < 1e-3 ? short : two_digits),
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
