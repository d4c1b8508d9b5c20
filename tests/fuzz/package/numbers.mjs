// Random numbers, shapes and tensors.

const special = [
  NaN,
  Infinity,
  -Infinity,
  0,
  -0,
  1e-45,
  -1e-40,
  1.1754944e-38,
  3.4028235e38,
  -1e38,
  1e30,
  1,
  -1,
];

/** Mostly small. */
export const size = (random) =>
  random.weighted({ small: 6, middle: 3, large: 1 }) && sizes_of(random);
function sizes_of(random) {
  const kind = random.next();
  if (kind < 0.6) return random.between(1, 9);
  if (kind < 0.92) return random.between(10, 40);
  return random.between(41, 130);
}

export const any_seed = (random) => random.one_of([0, 1, 42, 2 ** 32 - 1, random.below(2 ** 31)]);

/**
 * Returns a tensor of numbers near 0 with a standard deviation of about 0.5; `wild` tensors are
 * huge, tiny, or have special values.
 */
export function tensor(random, shape, wild = false) {
  const data = new Float32Array(shape.reduce((product, length) => product * length, 1));
  const scale = wild ? 2 ** random.between(-140, 120) : 2 ** random.between(-3, 1);
  for (let i = 0; i < data.length; i++) data[i] = (random.next() + random.next() - 1) * scale;
  if (wild && data.length > 0)
    for (let left = random.between(0, 3); left > 0; left--)
      data[random.below(data.length)] = random.one_of(special);
  return { data, shape };
}

/** Returns a tensor of tokens of this width, with any leading dimensions. */
export function tokens(random, width, wild = false) {
  const leading = random.one_of([
    [],
    [random.between(1, 9)],
    [random.between(1, 70)],
    [2, random.between(1, 5)],
    [1, 3, 2],
    [0],
    [0, 4],
  ]);
  return tensor(random, [...leading, width], wild);
}

/** Returns an input of attention: a sequence, or a batch of sequences. */
export const sequences = (random, width, wild = false) =>
  tensor(
    random,
    random.chance(0.5)
      ? [random.between(1, 20), width]
      : [random.between(1, 3), random.between(1, 9), width],
    wild,
  );

let known_initializations;
/** Returns the names of all initializations, which the error for an unknown name lists. */
export function initializations(lab) {
  if (known_initializations !== undefined) return known_initializations;
  try {
    lab.linear_weights({ in_features: 1, out_features: 1, init: '' });
  } catch ({ expected }) {
    known_initializations = [...expected.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  }
  return known_initializations;
}

/** Returns an object with a random subset of the members. */
export const some_of = (random, members, share = 0.5) =>
  Object.fromEntries(Object.entries(members).filter(() => random.chance(share)));
