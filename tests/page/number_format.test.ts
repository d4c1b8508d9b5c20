import { describe, expect, it } from 'vitest';
import { make_number_format } from '../../web/page/src/words/number_format.ts';
import { parse_number } from '../../web/page/src/words/parse_number.ts';

const en = make_number_format('en');
const fr = make_number_format('fr');
const vi = make_number_format('vi');

describe('formatted numbers', () => {
  it('follow the language and have a real minus sign', () => {
    expect(en(-0.4214669, 'cell')).toBe('−0.421');
    expect(fr(-0.4214669, 'cell')).toBe('−0,421');
    expect(vi(4722432, 'count')).toBe('4.722.432');
    expect(fr(4722432, 'count')).toBe('4\u202f722\u202f432');
    expect(fr(0.5, 'percent')).toMatch(/^50,0[\u00a0\u202f]%$/);
  });

  it('are percentages with a decimal up to 100%', () => {
    expect([0, 0.25, 1].map((share) => en(share, 'percent'))).toEqual(['0.0%', '25.0%', '100.0%']);
    expect([1.034, 7].map((share) => en(share, 'percent'))).toEqual(['103%', '700%']);
    expect(en(-2.5, 'percent')).toBe('−250%');
    expect(fr(4.6931, 'percent')).toMatch(/^469[\u00a0\u202f]%$/);
  });

  it('distinguish an exact zero from a rounded one', () => {
    expect(en(0, 'cell')).toBe('0');
    expect(en(-0, 'cell')).toBe('0');
    expect(en(1e-5, 'cell')).toBe('0.000');
  });

  it.each([
    'cell',
    'hundredths',
    'precise',
    'statistic',
    'percent',
    'count',
    'tick',
    'limit',
  ] as const)('have no sign if they round to zero (%s)', (style) => {
    for (const format of [en, fr, vi])
      for (let exponent = -45; exponent < 0; exponent++)
        for (const value of [-(10 ** exponent), -4.9 * 10 ** exponent, -0])
          expect(format(value, style)).not.toMatch(/^[-−][0,.\s%]*$/);
    expect([en(-1e-5, 'cell'), fr(-0.001, 'hundredths')]).toEqual(['0.000', '0,00']);
    expect([en(-1e-9, 'percent'), en(-0.0006, 'cell')]).toEqual(['0.0%', '−0.001']);
  });

  it('are powers of ten if they are very small or very large', () => {
    expect(en(-1.433258e-6, 'precise')).toBe('−1.433258·10⁻⁶');
    expect(fr(6.893055e-5, 'statistic')).toBe('6,893·10⁻⁵');
    expect(['precise', 'statistic', 'tick'].map((style) => vi(1e-10, style as 'tick'))).toEqual(
      Array(3).fill('10⁻¹⁰'),
    );
    expect(en(-1e-4, 'limit')).toBe('−10⁻⁴');
    expect(en(123456, 'cell')).toBe('1.2·10⁵');
    expect(en(1234.56, 'cell')).toBe('1234.6');
  });

  it.each(['precise', 'statistic', 'tick', 'limit'] as const)(
    'have one notation for numbers of one size (%s)',
    (style) => {
      for (const [value, power] of [
        [2.875e-4, true],
        [9.99e-4, true],
        [0.001, false],
        [0.0287, false],
      ] as const)
        expect([value, en(value, style).includes('10⁻')]).toEqual([value, power]);
    },
  );

  it('are decimals in a field, as a user types them', () => {
    expect([fr(2e-5, 'typed'), en(-0.0001234, 'typed')]).toEqual(['0,00002', '−0.0001234']);
  });

  it('have their digits grouped from five on', () => {
    const spaced = (text: string) => text.replace(/\s/g, ' ');
    for (const [value, ...texts] of [
      [2169, '2169', '2169', '2169'],
      [9999, '9999', '9999', '9999'],
      [10144, '10,144', '10 144', '10.144'],
    ] as const)
      expect([en, fr, vi].map((format) => spaced(format(value, 'count')))).toEqual(texts);
  });

  it.each(['en', 'fr', 'vi'])('have the same decimals as Intl.NumberFormat (%s)', (language) => {
    const mine = make_number_format(language);
    const options = {
      minimumFractionDigits: 3,
      maximumFractionDigits: 3,
      useGrouping: 'min2',
    } as const;
    const browsers = new Intl.NumberFormat(language, options);
    const written = (value: number) =>
      browsers
        .format(value)
        .replace(/^-(?=.*[1-9])/, '−')
        .replace('-', '');
    for (let step = 1; step < 20_000; step++) {
      const value = Math.fround(Math.sin(step) * 10 ** ((step % 7) - 4.5));
      if (Math.abs(value) < 100) expect(mine(value, 'cell')).toBe(written(value));
    }
    for (const half of [0.0625, -0.1875, 0.3125, 1.5])
      expect(mine(half, 'cell')).toBe(browsers.format(half).replace('-', '−'));
    for (const large of [1234.56, 9998.96, 9999.96, -9999.96]) {
      const one = new Intl.NumberFormat(language, {
        ...options,
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      });
      expect(mine(large, 'cell')).toBe(one.format(large).replace('-', '−'));
    }
  });

  it('are short at the ends of a colour scale', () => {
    expect(en(-0.000473236, 'limit')).toBe('−4.7·10⁻⁴');
    expect(fr(0.0203349, 'limit')).toBe('0,02');
    expect(en(0, 'limit')).toBe('0');
  });

  it('show NaN and infinities', () => {
    expect([NaN, Infinity, -Infinity].map((value) => fr(value, 'cell'))).toEqual([
      'NaN',
      '∞',
      '−∞',
    ]);
  });
});

it.each(['precise', 'statistic', 'typed', 'cell'] as const)(
  'a number of the page is read by its fields (%s)',
  (style) => {
    for (const format of [en, fr, vi])
      for (const value of [-1.5e-7, 1e-10, 0.25, -3, 0, 2.5e-4, 150])
        expect(parse_number(format(value, style))).toEqual({
          value: style === 'cell' && Math.abs(value) < 1e-3 ? 0 : value,
        });
  },
);

describe('a typed number', () => {
  it.each([
    ['1,5', 1.5],
    ['1.5', 1.5],
    ['−0,75', -0.75],
    ['1e3', 1000],
    ['-0', -0],
    ['.5', 0.5],
    ['−6,9·10⁻⁵', -6.9e-5],
    ['1.2·10¹²', 1.2e12],
    ['10⁻¹⁰', 1e-10],
    ['−10³', -1000],
  ])('%s is %d', (text, value) => expect(parse_number(text)).toEqual({ value }));

  it.each([
    '',
    ' ',
    '1 5',
    '1,5,',
    '1.234,5',
    '0x10',
    'NaN',
    '1_000',
    '１２',
    '1e400',
    '<b>1</b>',
    '1e',
    '·10⁻⁵',
    '2·10',
    '210⁻⁵',
    '2·10⁻',
    '٣',
  ])('%j is refused', (text) => expect(parse_number(text)).toHaveProperty('error'));
});
