import {
  type ModuleInstance,
  instance_of,
  expect_into,
  expect_options,
  expect_output,
  expect_tensor,
  flat_tensors,
  type Into,
  make_network,
  nested_tensors,
  type NetworkSchema,
  no_constructor,
  option,
  Owned,
  type PartialWeights,
  raw_of,
  read_options,
  type RawModule,
  type RawHandle,
  type Tensor,
  type TensorNames,
  call,
  weights_of,
  type TensorLike,
  type Like,
} from '../edge/index.js';
import { expect_generator, type RandomState } from './random_state.js';

/** Options of a pass. */
export interface PassOptions {
  /** Generator of the dropout masks. Makes the pass a training pass. */
  readonly dropout_rng?: RandomState | undefined;
}

/** Options of `forward`. */
export interface ForwardOptions extends PassOptions {
  /**
   * Array for the result, of the length of `x.data`, instead of a new one; may be `x.data` itself.
   */
  readonly output?: Float32Array | undefined;
}

/** Options of `trace`. */
export interface TraceOptions<Trace> extends PassOptions {
  /**
   * An earlier result of this method, of the same shapes, whose arrays the new tensors overwrite;
   * it is returned. Without it all arrays are new.
   */
  readonly into?: Like<Trace> | undefined;
}

/** Options of `backward`. */
export interface GradientOptions<Gradients> {
  /**
   * An earlier result of this method, of the same shapes, whose arrays the new gradients
   * overwrite; it is returned. Without it all arrays are new.
   */
  readonly into?: Like<Gradients> | undefined;
}

/** @internal Default options of a pass. */
export const no_options: PassOptions = {};

type CheckedOptions = Readonly<{ rng: RawHandle | null; output: Float32Array | undefined }>;
const checked_no_options = { rng: null, output: undefined, into: undefined };

const generator_of = (network: Owned<RawHandle>, dropout_rng: unknown) =>
  dropout_rng === undefined
    ? null
    : expect_generator(instance_of(network), 'dropout_rng', dropout_rng);

/**
 * @internal Returns the generator of a pass, or null for an evaluation pass, and the array for the
 * output, of `length` elements.
 */
export function pass_options(
  network: Owned<RawHandle>,
  options: ForwardOptions,
  length: number,
): CheckedOptions {
  if (options === no_options) return checked_no_options;
  const { dropout_rng, output } = expect_options('options', options, ['dropout_rng', 'output']);
  return {
    rng: generator_of(network, dropout_rng),
    output: output === undefined ? undefined : expect_output(output, length),
  };
}

/** @internal Returns the generator of a pass, as `pass_options`. */
export function generator_option(
  network: Owned<RawHandle>,
  options: PassOptions,
): RawHandle | null {
  return generator_of(network, expect_options('options', options, ['dropout_rng']).dropout_rng);
}

function trace_options(network: Owned<RawHandle>, options: TraceOptions<unknown>) {
  const { dropout_rng, into } = expect_options('options', options, ['dropout_rng', 'into']);
  return {
    rng: generator_of(network, dropout_rng),
    into: into === undefined ? undefined : expect_into('into', into),
  };
}

/** @internal Computes a result with the tensors to overwrite, if there are any, and returns it. */
export function result_into<Result>(
  into: Into | undefined,
  compute: (tensors: Into['tensors'] | undefined) => Result,
): Result {
  const result = compute(into?.tensors);
  return into === undefined ? result : (into.given as Result);
}

/** @internal Runs a pass with tensors as JavaScript values, after all arguments are checked. */
export function forward_through_values(
  network: Owned<RawHandle>,
  x: TensorLike,
  rng: RawHandle | null,
  output: Float32Array | undefined,
): Tensor {
  const result = call<Tensor>(raw_of(network), 'forward', x, rng);
  if (output === undefined) return result;
  output.set(result.data);
  return { data: output, shape: result.shape } as Tensor; // on the memory that the caller chose
}

/** @internal Computes gradients, after the options are checked. */
export function gradients_of<Gradients>(
  network: Owned<RawHandle>,
  grad_output: TensorLike,
  {
    into,
    trace = false,
  }: { readonly into?: Into | undefined; readonly trace?: boolean | undefined },
): Gradients {
  const grad = expect_tensor('grad_output', grad_output);
  return result_into(into, (tensors) =>
    nested_tensors(call(raw_of(network), 'backward', grad, trace, tensors)),
  );
}

/** @internal The schema of GradientOptions. */
export const gradient_options = { into: option(expect_into) };

/** The differences between the classes of networks. */
export interface NetworkKind
  extends Omit<NetworkSchema, 'weights'>, Partial<Pick<NetworkSchema, 'weights'>> {
  readonly name: string;
  /** The module's function that creates the C++ object. */
  readonly make: `make_${string}`;
  readonly names: TensorNames;
  /** Properties that the C++ object determines, besides `parameter_count` and the sizes. */
  readonly properties?: readonly string[] | undefined;
}

/**
 * Base class of all networks and layers: forward and backward passes, traces, and access to
 * weights.
 */
export abstract class Network<
  Raw extends RawHandle,
  Weights extends object,
  Trace,
  Gradients,
> extends Owned<Raw> {
  /** Number of weights, biases, scales and shifts. */
  declare readonly parameter_count: number;
  readonly #names: TensorNames;

  /** Creates the network that the options describe, or takes one that is `made` already. */
  protected constructor(
    instance: ModuleInstance,
    options: object | undefined,
    kind: NetworkKind,
    made?: Raw,
  ) {
    if (new.target === (Network as unknown)) throw no_constructor('Network', 'lab.FeedForward(…)');
    const { name, names, sizes, properties = [] } = kind;
    const schema = { weights: weights_of(names), ...kind };
    const make = (module: RawModule) =>
      made ?? make_network(options, schema, (read) => call<Raw>(module, kind.make, read));
    const copied = ['parameter_count', ...sizes, ...properties];
    super(name, instance, make, copied);
    this.#names = names;
  }

  /** Returns the output for x, of the same shape. Stores no intermediate tensors. */
  forward(x: TensorLike, options: ForwardOptions = no_options): Tensor {
    const tensor = expect_tensor('x', x);
    const { rng, output } = pass_options(this, options, tensor.data.length);
    return forward_through_values(this, tensor, rng, output);
  }

  /**
   * Runs the same pass and returns all intermediate tensors, which it also stores for `backward`.
   * Its output is bit-identical to that of `forward`.
   */
  trace(x: TensorLike, options: TraceOptions<Trace> = no_options): Trace {
    const { rng, into } =
      options === no_options ? checked_no_options : trace_options(this, options);
    const tensor = expect_tensor('x', x);
    return result_into(into, (tensors) => call(raw_of(this), 'trace', tensor, rng, tensors));
  }

  /**
   * Returns the gradients of sum(output · grad_output) of the last traced pass with respect to all
   * weights and to x.
   * @throws FfnError `invalid_argument` without a traced pass since the last change of the network
   */
  backward(grad_output: TensorLike, options: GradientOptions<Gradients> = {}): Gradients {
    return gradients_of(this, grad_output, read_options(options, gradient_options));
  }

  /** Returns copies of the weights; matrices in layout (out, in). */
  weights(): Weights {
    return nested_tensors(call(raw_of(this), 'weights'));
  }

  /**
   * Writes the given weights, of the existing shapes, and leaves the others unchanged. Invalidates
   * the last traced pass.
   * @throws FfnError if any weight is invalid; then none is written
   */
  set_weights(weights: PartialWeights<Weights>): void {
    call(raw_of(this), 'set_weights', flat_tensors(weights, this.#names));
  }
}
