/**
 * Invalid calls of a function: a list of valid arguments in which each value is replaced by each
 * kind of invalid value.
 */

/** A list of arguments with one replaced value; the name is, for example, `0.shape.1 = NaN`. */
export interface Misuse {
  readonly name: string;
  readonly path: readonly string[];
  readonly args: readonly unknown[];
  /** The code of the error, where every function gives the same. */
  readonly code?: 'invalid_type' | 'invalid_argument' | undefined;
}

export type Wrong = readonly [name: string, value: unknown];

/** Returns whether the value is an object of the package, whose members are not replaced. */
const is_ours = (value: object) =>
  typeof (value as { dispose?: unknown }).dispose === 'function' || 'copy_from' in value;
const is_plain = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value) as never);

function thrower(): never {
  throw new TypeError('a trap that throws');
}
const every_trap = Object.fromEntries(
  Object.getOwnPropertyNames(Reflect)
    .filter((trap) => typeof Reflect[trap as keyof typeof Reflect] === 'function')
    .map((trap) => [trap, thrower]),
);

/** Returns an object with the same names, whose getters throw. */
function throwing_getters(value: object): object {
  const names = Object.keys(value).filter((name) => name !== 'length');
  return Object.defineProperties(
    Array.isArray(value) ? [] : {},
    Object.fromEntries(
      names.map((name) => [name, { get: thrower, enumerable: true, configurable: true }]),
    ),
  );
}

function revoked(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

const of_any_type = (): Wrong[] => [
  ['undefined', undefined],
  ['null', null],
  ['text', 'swish'],
  ['7', 7],
  ['true', true],
  ['bigint', 10n],
  ['symbol', Symbol('s')],
  ['function', () => 0],
  ['{}', {}],
  ['[]', []],
  ['Map', new Map([[1, 2]])],
  ['Date', new Date(0)],
  ['Promise', Promise.resolve(1)],
  ['Float32Array', new Float32Array(3)],
  ['throwing Proxy', new Proxy({}, every_trap)],
  ['throwing Proxy of an array', new Proxy([1], every_trap)],
  ['revoked Proxy', revoked([])],
];

const numbers = [NaN, Infinity, -Infinity, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 31)];

function wrong_arrays(
  value: ArrayBufferView & { length: number; slice(): ArrayBufferView },
): Wrong[] {
  const detached = value.slice();
  structuredClone(detached, { transfer: [detached.buffer as ArrayBuffer] });
  const other = value instanceof Float32Array ? Float64Array : Uint16Array;
  const disguised = Object.defineProperty(new other(value.length), Symbol.toStringTag, {
    value: value.constructor.name,
  });
  return [
    ['detached', detached],
    ['another type', new other(value.length)],
    ['another type in disguise', disguised],
    ['one too long', new (value.constructor as Float32ArrayConstructor)(value.length + 1)],
    ['plain array', [...(value as unknown as Iterable<number>)]],
    ['DataView', new DataView(new ArrayBuffer(4 * value.length))],
    ['buffer', new ArrayBuffer(4 * value.length)],
    ['Proxy', new Proxy(value, {})],
  ];
}

function wrong_lists(value: readonly unknown[]): Wrong[] {
  const holes: unknown[] = [];
  holes.length = value.length + 1;
  return [
    ['holes', holes],
    ['an object in it', [...value, {}]],
    ['doubles', new Float64Array(value.length)],
  ];
}

function wrong_objects(value: object): Wrong[] {
  if (is_plain(value)) {
    const misspelled: Wrong[] =
      'data' in value ? [] : [['with another name', { ...value, activaton: 'relu' }]]; // tensors may have others
    return [['throwing getters', throwing_getters(value)], ...misspelled];
  }
  return [
    ['Proxy', new Proxy(value, {})],
    ['impostor', Object.create(Object.getPrototypeOf(value) as object)],
  ];
}

/** Invalid objects of the same class: disposed, or of another lab. */
export type InvalidObjects = (value: object) => readonly Wrong[];

/** Returns all invalid replacements of `value`. */
function wrongs_for(value: unknown, invalid_objects: InvalidObjects): readonly Wrong[] {
  const of_other_type = of_any_type().filter(
    ([, wrong]) => typeof wrong !== typeof value || typeof value === 'object',
  );
  if (typeof value === 'number')
    return [...of_other_type, ...numbers.map((number) => [String(number), number] as const)];
  if (typeof value === 'string')
    return [...of_other_type, ['text', 'swish'], ['empty text', ''], ['lone surrogate', '\ud800']];
  if (ArrayBuffer.isView(value)) return [...of_other_type, ...wrong_arrays(value as never)];
  if (Array.isArray(value))
    return [...of_other_type, ...wrong_lists(value), ['throwing getters', throwing_getters(value)]];
  if (typeof value === 'object' && value !== null)
    return [...of_other_type, ...wrong_objects(value), ...invalid_objects(value)];
  return of_other_type;
}

/** A wrong number has a valid type; a value of another type may be an empty list or no object. */
function code_of(wrong: unknown, value: unknown): Misuse['code'] {
  if (typeof wrong === 'number' && typeof value === 'number') return 'invalid_argument';
  const never_valid = ['boolean', 'bigint', 'symbol', 'function'].includes(typeof wrong);
  return (never_valid && typeof wrong !== typeof value) || wrong === null
    ? 'invalid_type'
    : undefined;
}

/**
 * Yields every path into the values with its value. Descends only into plain objects and arrays.
 */
function* places(
  value: unknown,
  path: readonly string[],
): Generator<readonly [path: readonly string[], value: unknown]> {
  yield [path, value];
  if (!is_plain(value) || is_ours(value)) return;
  for (const [name, inner] of Object.entries(value)) yield* places(inner, [...path, name]);
}

/**
 * Returns a copy of `root` with the value at the path replaced; values outside the path are shared.
 */
function replaced(root: unknown, [name, ...path]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const copy = (Array.isArray(root) ? [...(root as unknown[])] : { ...(root as object) }) as Record<
    string,
    unknown
  >;
  copy[name] = replaced(copy[name], path, value);
  return copy;
}

/**
 * Yields every list of arguments with one replaced value. The function's table lists those that are
 * valid.
 */
export function* misuses(
  args: readonly unknown[],
  invalid_objects: InvalidObjects,
): Generator<Misuse> {
  for (const [path, value] of places(args, [])) {
    if (path.length === 0) continue;
    for (const [kind, wrong] of wrongs_for(value, invalid_objects)) {
      yield {
        name: `${path.join('.')} = ${kind}`,
        path,
        args: replaced(args, path, wrong) as unknown[],
        code: code_of(wrong, value),
      };
    }
  }
}
