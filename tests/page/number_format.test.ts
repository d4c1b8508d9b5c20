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
    expect(en(-1e-5, 'cell')).toBe('−0.000');
  });

  it('show very small and very large numbers with an exponent', () => {
    expect(en(-1.433258e-6, 'precise')).toBe('−1.433258e−6');
    expect(en(123456, 'cell')).toBe('1.2e5');
    expect(en(1234.56, 'cell')).toBe('1234.6');
  });

  it.each(['en', 'fr', 'vi'])('have the same decimals as Intl.NumberFormat (%s)', (language) => {
    const mine = make_number_format(language);
    const options = {
      minimumFractionDigits: 3,
      maximumFractionDigits: 3,
      useGrouping: 'min2',
    } as const;
    const browsers = new Intl.NumberFormat(language, options);
    for (let step = 1; step < 20_000; step++) {
      const value = Math.fround(Math.sin(step) * 10 ** ((step % 7) - 4.5));
      if (Math.abs(value) < 100)
        expect(mine(value, 'cell')).toBe(browsers.format(value).replace('-', '−'));
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
    expect(en(-0.000473236, 'limit')).toBe('−4.7e−4');
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

describe('a typed number', () => {
  it.each([
    ['1,5', 1.5],
    ['1.5', 1.5],
    ['−0,75', -0.75],
    ['1e3', 1000],
    ['-0', -0],
    ['.5', 0.5],
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
    '٣',
  ])('%j is refused', (text) => expect(parse_number(text)).toHaveProperty('error'));
});
