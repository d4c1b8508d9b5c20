/** Ways to call a function wrongly: a list of valid arguments, and everything that can be made of each value in it. */

/** One value of a list of arguments replaced: `0.shape.1 = NaN`. */
export interface Misuse {
  readonly name: string;
  readonly args: readonly unknown[];
}

export type Wrong = readonly [name: string, value: unknown];

/** An object of the package is what it is or not; its insides are its own. */
const is_ours = (value: object) => typeof (value as { dispose?: unknown }).dispose === 'function' || 'copy_from' in value;
const is_plain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value) as never);

function thrower(): never {
  throw new TypeError('a trap that throws');
}
const every_trap = Object.fromEntries(
  Object.getOwnPropertyNames(Reflect)
    .filter((trap) => typeof Reflect[trap as keyof typeof Reflect] === 'function')
    .map((trap) => [trap, thrower]),
);

/** The same names, but each throws when it is read. */
function throwing_getters(value: object): object {
  const names = Object.keys(value).filter((name) => name !== 'length');
  return Object.defineProperties(
    Array.isArray(value) ? [] : {},
    Object.fromEntries(names.map((name) => [name, { get: thrower, enumerable: true, configurable: true }])),
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

function wrong_arrays(value: ArrayBufferView & { length: number; slice(): ArrayBufferView }): Wrong[] {
  const detached = value.slice();
  structuredClone(detached, { transfer: [detached.buffer as ArrayBuffer] });
  const other = value instanceof Float32Array ? Float64Array : Uint16Array;
  const disguised = Object.defineProperty(new other(value.length), Symbol.toStringTag, { value: value.constructor.name });
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
    const slip: Wrong[] = 'data' in value ? [] : [['with another name', { ...value, activaton: 'relu' }]]; // a tensor may have other members
    return [['throwing getters', throwing_getters(value)], ...slip];
  }
  return [
    ['Proxy', new Proxy(value, {})],
    ['impostor', Object.create(Object.getPrototypeOf(value) as object)],
  ];
}

/** Others of an object's kind, that are as good as none: disposed of, or of another lab. */
export type Strangers = (value: object) => readonly Wrong[];

/** Everything wrong that can stand in the place of `value`. */
function wrongs_for(value: unknown, strangers: Strangers): readonly Wrong[] {
  const of_other_type = of_any_type().filter(([, wrong]) => typeof wrong !== typeof value || typeof value === 'object');
  if (typeof value === 'number') return [...of_other_type, ...numbers.map((number) => [String(number), number] as const)];
  if (typeof value === 'string') return [...of_other_type, ['text', 'swish'], ['empty text', ''], ['lone surrogate', '\ud800']];
  if (ArrayBuffer.isView(value)) return [...of_other_type, ...wrong_arrays(value as never)];
  if (Array.isArray(value)) return [...of_other_type, ...wrong_lists(value), ['throwing getters', throwing_getters(value)]];
  if (typeof value === 'object' && value !== null) return [...of_other_type, ...wrong_objects(value), ...strangers(value)];
  return of_other_type;
}

/** Every path into the values, with what is there. Only plain objects and arrays are gone into. */
function* places(value: unknown, path: readonly string[]): Generator<readonly [path: readonly string[], value: unknown]> {
  yield [path, value];
  if (!is_plain(value) || is_ours(value)) return;
  for (const [name, inner] of Object.entries(value)) yield* places(inner, [...path, name]);
}

/** A copy of `root` with the value at the path replaced; what is not on the way is shared. */
function replaced(root: unknown, [name, ...path]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const copy = (Array.isArray(root) ? [...(root as unknown[])] : { ...(root as object) }) as Record<string, unknown>;
  copy[name] = replaced(copy[name], path, value);
  return copy;
}

/** Every list of arguments in which one value is wrong, or may be: whether a function may take it, is for its table to say. */
export function* misuses(args: readonly unknown[], strangers: Strangers): Generator<Misuse> {
  for (const [path, value] of places(args, [])) {
    if (path.length === 0) continue;
    for (const [kind, wrong] of wrongs_for(value, strangers)) {
      yield { name: `${path.join('.')} = ${kind}`, args: replaced(args, path, wrong) as unknown[] };
    }
  }
}
