/**
 * Numbers as text in files and programs: a decimal point, and the fewest digits that read back as
 * the same bits.
 */

/** Smaller float32 values (subnormal) have fewer than six significant digits. */
const smallest_normal_float32 = 2 ** -126;

function special(value: number): string | undefined {
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? undefined : String(value);
}

/**
 * Returns the shortest decimal text that reads back as the same float32: 0.1, not
 * 0.10000000149011612.
 */
export function float32_text(value: number): string {
  const text = special(value);
  if (text !== undefined) return text;
  // A normal float32 preserves six digits, so fewer need not be tried: `String` drops trailing
  // zeros.
  for (let digits = Math.abs(value) < smallest_normal_float32 ? 1 : 6; digits < 9; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return String(shorter);
  }
  return String(Number(value.toPrecision(9)));
}

/** The same for a double, where `String` already returns the shortest text. */
export const float64_text = (value: number): string => special(value) ?? String(value);
