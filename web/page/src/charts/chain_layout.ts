/** Places the parts of the chain figure. */

/** Sizes in pixels: `side` of x and y, one row of a matrix, the band of a name above each part. */
const sizes = {
  full: { side: 60, row_height: 16, band: 22 },
  /** On a phone, where the player stands above all of it. */
  slim: { side: 60, row_height: 15, band: 20 },
  compact: { side: 22, row_height: 4, band: 16 },
} as const;
const widest_column = 22;
const slim_below = 480;

export function chain_layout(width: number, features: number, units: number, compact = false) {
  const size = compact ? 'compact' : width < slim_below ? 'slim' : 'full';
  const { side, row_height, band } = sizes[size];
  const column = Math.max(3, Math.min(widest_column, Math.floor((width - 2 * side) / units)));
  const left = Math.round((width - column * units) / 2);
  const matrix = features * row_height;
  const w1 = band;
  const pre_activation = w1 + matrix + band;
  const line = Math.max(row_height, 8);
  const hidden = pre_activation + line + band;
  const w2 = hidden + line + band;
  return {
    side,
    row_height,
    line,
    column,
    left,
    right: left + column * units,
    w1,
    pre_activation,
    hidden,
    w2,
    height: w2 + matrix + 4,
  };
}

export type Layout = ReturnType<typeof chain_layout>;
