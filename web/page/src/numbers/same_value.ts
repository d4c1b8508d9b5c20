/** Whether two parts of the state are equal: NaN equals itself, and tensors, arrays and plain objects are compared by their elements. */
export function same_value(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Float32Array && b instanceof Float32Array)
    return a.length === b.length && a.every((element, index) => Object.is(element, b[index]));
  const [first, second] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(first);
  return names.length === Object.keys(second).length && names.every((name) => name in second && same_value(first[name], second[name]));
}
