/**
 * Types of the platform in public declarations, which must also be valid where a project's `lib`
 * lacks them, and in releases of TypeScript where typed arrays have no parameter.
 */

/** Returns the type of a global class, or `Otherwise` if the project does not know the class. */
type InstanceOf<Name extends string, Otherwise, Scope = typeof globalThis> = Scope extends {
  readonly [Known in Name]: { readonly prototype: infer Instance };
}
  ? Instance
  : Otherwise;

/** The members of the global namespace `WebAssembly`. */
type WasmScope = typeof globalThis extends { readonly WebAssembly: infer Namespace }
  ? Namespace
  : object;

// Interfaces, because declarations replace other names by what they stand for here.

/** An `AbortSignal`. */
export interface Signal extends InstanceOf<'AbortSignal', object> {}

/** A `URL`. */
export interface Url extends InstanceOf<'URL', object> {}

/** A `Response`. */
export interface HttpResponse extends InstanceOf<'Response', object> {}

/** A compiled module: a `WebAssembly.Module`. */
export interface WasmModule extends InstanceOf<'Module', object, WasmScope> {}

/** A `WebAssembly.Instance`. */
export interface WasmInstance extends InstanceOf<'Instance', object, WasmScope> {}

/** The `WebAssembly.Imports` of a module. */
export type WasmImports = Record<string, Record<string, never>>;

/** A `WebAssembly.Memory`. */
export interface WasmMemory extends InstanceOf<'Memory', object, WasmScope> {}

/** A `Float32Array` on memory of any kind. */
export interface AnyFloat32Array extends Float32Array {}

/**
 * Arrays on memory of their own, which `new Blob([data])` and `crypto.subtle.digest` accept:
 * `Float32Array<ArrayBuffer>` and so on. TypeScript has that parameter since 5.7; before, these are
 * `Float32Array` and so on.
 */
export type OwnFloat32Array = ReturnType<Float32ArrayConstructor['of']>;
/** See `OwnFloat32Array`. */
export type OwnFloat64Array = ReturnType<Float64ArrayConstructor['of']>;
/** See `OwnFloat32Array`. */
export type OwnInt32Array = ReturnType<Int32ArrayConstructor['of']>;
/** See `OwnFloat32Array`. */
export type OwnUint8Array = ReturnType<Uint8ArrayConstructor['of']>;
