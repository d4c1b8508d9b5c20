/**
 * Number styles, formatted by the rules of the language and with U+2212 as minus sign:
 * - `cell`: three decimals, for grids; an exact zero is "0", so that it differs from a value that only rounds to zero;
 * - `hundredths`: two decimals;
 * - `precise`: as many digits as a float32 has, for read-outs;
 * - `statistic`: six decimals; `percent`: a share with one decimal; `factor`: `×2.00`; `count`: a whole number, grouped;
 *   `tick`: at most four significant digits; `limit`: two significant digits, for the ends of a scale.
 */
export type NumberStyle = 'cell' | 'hundredths' | 'precise' | 'statistic' | 'percent' | 'factor' | 'count' | 'tick' | 'limit';

type Format = (value: number) => string;

/**
 * Writes 6.9e−5 in place of 6.9E-5, by string replacement: with hundreds of numbers at once, `formatToParts` would be slower.
 * Creates the `Intl.NumberFormat` on first use, as a browser takes milliseconds for each.
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

/** Formats with `toFixed` where that suffices, as for all numbers of the first screen: `Intl` takes 0.1 s to initialize on a phone. */
function fixed_format(language: string, digits: number): Format {
  const grouped = lazy_format(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const point = language === 'en' ? '.' : ',';
  return (value) => (Math.abs(value) < grouping_limit ? value.toFixed(digits).replace('.', point).replace('-', '−') : grouped(value));
}

function make_formats(language: string) {
  const make = (options: Intl.NumberFormatOptions) => lazy_format(language, options);
  const fixed = (digits: number) => fixed_format(language, digits);
  const scientific = (digits: number) => make({ notation: 'scientific', maximumSignificantDigits: digits });
  return {
    three: fixed(3),
    one: fixed(1),
    two: fixed(2),
    six: fixed(6),
    seven: fixed(7),
    percent: make({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    count: make({ maximumFractionDigits: 0 }),
    tick: make({ maximumSignificantDigits: 4 }),
    two_digits: make({ maximumSignificantDigits: 2 }),
    short: scientific(2),
    long: scientific(7),
    digits: make({ maximumSignificantDigits: 8 }),
  };
}

function choose_format(formats: ReturnType<typeof make_formats>, style: NumberStyle, size: number): Format {
  switch (style) {
    case 'cell':
      return size < 100 ? formats.three : size < 10_000 ? formats.one : formats.short;
    case 'precise':
      return size < 1e-4 || size >= 1e7 ? formats.long : size < 10 ? formats.seven : formats.digits;
    case 'statistic':
      return size < 1e-4 || size >= 1e6 ? formats.long : formats.six;
    case 'hundredths':
      return formats.two;
    case 'factor':
      return (factor) => `×${formats.two(factor)}`;
    case 'limit':
      return size < 1e-3 ? formats.short : formats.two_digits;
    case 'percent':
    case 'count':
    case 'tick':
      return formats[style];
  }
}

export function make_number_format(language: string): (value: number, style: NumberStyle) => string {
  const formats = make_formats(language);
  return (value, style) => {
    if (Number.isNaN(value)) return 'NaN';
    if (!Number.isFinite(value)) return value < 0 ? '−∞' : '∞';
    if (value === 0 && style !== 'percent') return '0';
    return choose_format(formats, style, Math.abs(value))(value);
  };
}
