/** Numbers as files hold them: a point as decimal sign, and as few digits as give the same bits back. */

/** Below it a float32 has fewer than six significant digits. */
const smallest_normal_float32 = 2 ** -126;

function special(value: number): string | undefined {
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? undefined : String(value);
}

/** The shortest decimal text that reads back as the same float32: 0.1 and not 0.10000000149011612. */
export function float32_text(value: number): string {
  const text = special(value);
  if (text !== undefined) return text;
  // Six digits survive the way through a normal float32, so fewer need not be tried: their zeros fall away.
  for (let digits = Math.abs(value) < smallest_normal_float32 ? 1 : 6; digits < 9; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return String(shorter);
  }
  return String(Number(value.toPrecision(9)));
}

/** The same for a double, which is how JavaScript writes one. */
export const float64_text = (value: number): string => special(value) ?? String(value);
