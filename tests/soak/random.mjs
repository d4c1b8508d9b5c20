// A seeded random generator.

/** Returns a Mulberry32 generator. @param {number} seed */
export function make_random(seed) {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
  const below = (count) => Math.floor(next() * count);
  return {
    next,
    below,
    chance: (share) => next() < share,
    between: (least, most) => least + below(most - least + 1),
    one_of: (things) => things[below(things.length)],
    /** Returns a random key of a record whose values are weights. */
    weighted: (weights) => {
      const names = Object.keys(weights);
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0);
      return names.find((name) => (left -= weights[name]) < 0) ?? names[0];
    },
  };
}
