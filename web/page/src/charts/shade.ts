/**
 * Number of steps of a colour scale; adjacent ones look the same. Few, so that a small change of a
 * number changes no style.
 */
const shades = 32;

/**
 * Returns the magnitude's share of the limit of its colour scale, 0 to 1, rounded to a step; 0 for
 * what is not finite.
 */
export function shade_of(value: number, limit: number): number {
  const share = Number.isFinite(value) && limit > 0 ? Math.min(1, Math.abs(value) / limit) : 0;
  return Math.round(share * shades) / shades;
}
