/** Formats a number of bytes with a decimal unit in the page's language. */
import { current_language, format_number, t } from '../../words/i18n.ts';

const units = ['kB', 'MB', 'GB'] as const;

export function byte_text(bytes: number): string {
  if (bytes < 1000) return t('checkpoint.bytes', { count: format_number(bytes, 'count') });
  let [value, unit] = [bytes / 1000, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  const symbol = current_language() === 'fr' ? units[unit]?.replace('B', 'o') : units[unit];
  const digits = value < 100 ? 1 : 0;
  const number = new Intl.NumberFormat(current_language(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  return `${number}\u00A0${symbol}`;
}
