// Compares two results, bit by bit or within the rounding errors of two correct computations.

/**
 * Bounds relative to the tensor's largest element (share) and to the element (ratio): twice the
 * error bound against float64.
 */
const bounds = { forward: { share: 6e-6, ratio: 1e-5 }, backward: { share: 4e-5, ratio: 4e-5 } };

const kind_of = (value) =>
  Number.isNaN(value) ? 'NaN' : Number.isFinite(value) ? 'finite' : String(value);

function numbers_differ(a, b, bound) {
  if (a.length !== b.length) return `${a.length} numbers and ${b.length}`;
  let largest = 0;
  if (bound !== undefined)
    for (const value of b) if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
  for (let i = 0; i < a.length; i++) {
    if (Object.is(a[i], b[i])) continue;
    const text = `[${i}] is ${a[i]} and ${b[i]}`;
    if (bound === undefined || kind_of(a[i]) !== kind_of(b[i])) return text;
    // The absolute term 1e-37 allows for subnormal results, which have fewer digits.
    if (Math.abs(a[i] - b[i]) > bound.share * largest + bound.ratio * Math.abs(b[i]) + 1e-37)
      return `${text}, the largest being ${largest}`;
  }
  return undefined;
}

function values_differ(a, b, bound, path) {
  if (Object.is(a, b)) return undefined;
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) {
    const wrong = numbers_differ(a, b, bound);
    return wrong === undefined ? undefined : `${path}${wrong}`;
  }
  if (typeof a === 'number' && typeof b === 'number')
    return values_differ(Float64Array.of(a), Float64Array.of(b), bound, path);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return `${path} is ${String(a)} and ${String(b)}`;
  const names = Object.keys(a);
  if (names.join() !== Object.keys(b).join())
    return `${path} has ${names.join()} and ${Object.keys(b).join()}`;
  for (const name of names) {
    const wrong = values_differ(a[name], b[name], bound, `${path}.${name}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/**
 * Returns the first difference of two runs of a sequence, or undefined. Each step states how far
 * results of different builds may differ: `same` – not at all; `forward` and `backward` – by
 * rounding; `own` – arbitrarily, for computations that amplify rounding.
 */
export function difference_of(ones, others) {
  for (const [step, one] of ones.entries()) {
    const other = others[step];
    if (one.apart === 'own' || other.apart === 'own') continue;
    const wrong = values_differ(one.result, other.result, bounds[one.apart], '');
    if (wrong !== undefined) return `step ${step + 1}, ${one.name}, differs: ${wrong}`;
  }
  return undefined;
}
