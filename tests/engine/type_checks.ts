/**
 * Checks which calls the package's types allow and reject. `tsc -p tests` compiles this file, which
 * never runs; an `@ts-expect-error` above a line without an error is an error.
 */
import { FfnError, load } from 'ffn-lab';
import type * as api from 'ffn-lab';

declare const lab: api.Lab;
declare const ffn: api.FeedForward;
declare const x: api.Tensor;
declare const rng: api.RandomState;
declare const checkpoint: api.Checkpoint;
declare const pool: api.Pool;
declare const block: api.TransformerBlock;
declare const traced: boolean;

/** Fails to compile unless both are the same type. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function expect_true<Claim extends true>(claim?: Claim): void;
declare function use(...things: readonly unknown[]): void;

export function wrong_names_of_options(): void {
  // @ts-expect-error: misspelled; JavaScript would ignore the option
  lab.FeedForward({ d_model: 4, d_hidden: 8 });
  // @ts-expect-error: camel case
  lab.FeedForward({ dModel: 4 });
  // @ts-expect-error: sizes are needed
  lab.FeedForward({});
  // @ts-expect-error: options are needed
  lab.FeedForward();
  // @ts-expect-error: an option of another class
  lab.FeedForward({ d_model: 4, n_heads: 2 });
  // @ts-expect-error: heads are needed
  lab.Attention({ d_model: 4 });
  // @ts-expect-error: the number of blocks is needed
  lab.BlockStack({ d_model: 4 });
  // @ts-expect-error: a generator, not a seed
  ffn.forward(x, { dropout_rng: 42 });
  // @ts-expect-error: misspelled
  ffn.trace(x, { rng });
  // @ts-expect-error: a shape, not options
  ffn.forward(x, [2, 10, 768]);
  // @ts-expect-error: bytes are a number
  void load({ memory_limit: '1 GiB' });
  // @ts-expect-error: misspelled
  void load({ memoryLimit: 2 ** 30 });
  // @ts-expect-error: no such variant
  void load({ variant: 'fastest' });
  // @ts-expect-error: camel case
  void pool.forward(ffn, x, { onProgress: () => undefined });
  // @ts-expect-error: no such split
  void pool.forward(ffn, x, { split: 'rows' });
  // @ts-expect-error: null does not mean omitted
  lab.FeedForward({ d_model: 4, d_ff: null });
}

export function wrong_names_of_values(): void {
  // @ts-expect-error: no such activation
  lab.FeedForward({ d_model: 4, activation: 'swish' });
  // @ts-expect-error: no such activation
  lab.activation('gelu_new', [1]);
  // @ts-expect-error: no such activation
  ffn.activation = 'tanh';
  // @ts-expect-error: no such initialisation
  lab.FeedForward({ d_model: 4, init: 'xavier' });
  // @ts-expect-error: no such placement
  lab.FeedForward({ d_model: 4, dropout_placement: 'input' });
  // @ts-expect-error: no such norm
  lab.TransformerBlock({ d_model: 4, norm: 'rms' });
  // @ts-expect-error: no such data set
  lab.dataset({ kind: 'moons' });
  // @ts-expect-error: no such optimiser
  lab.TrainingRun({ dataset: { inputs: x }, optimizer: 'adam' });
  // @ts-expect-error: no such element type
  lab.write_safetensors({ x }, {}, { dtype: 'I8' });
  // @ts-expect-error: no such code
  void new FfnError('broken', '');
}

export function wrong_names_of_weights(): void {
  // @ts-expect-error: PyTorch's names are for state dicts
  lab.FeedForward({ weights: { weight: x, w2: x } });
  // @ts-expect-error: w2 is missing
  lab.FeedForward({ weights: { w1: x } });
  // @ts-expect-error: the weights determine the sizes
  lab.FeedForward({ weights: { w1: x, w2: x }, d_model: 'four' });
  // @ts-expect-error: no such weight
  ffn.set_weights({ w3: x });
  // @ts-expect-error: numbers are no tensor
  ffn.set_weights({ w1: [1, 2] });
  // @ts-expect-error: float64 is not float32
  ffn.forward({ data: new Float64Array(4), shape: [4] });
  // @ts-expect-error: a plain array is not a Float32Array
  ffn.forward({ data: [1, 2, 3, 4], shape: [4] });
  // @ts-expect-error: no such gradient
  void ffn.backward(x).w3;
  // @ts-expect-error: the input's gradient is called x
  void ffn.backward(x).grad_x;
  // @ts-expect-error: the gradients of intermediate tensors exist only on request
  void ffn.backward(x).hidden;
  // @ts-expect-error: not requested
  void ffn.backward(x, { trace: false }).hidden;
  // @ts-expect-error: perhaps not requested
  void ffn.backward(x, { trace: traced }).hidden;
  // @ts-expect-error: misspelled
  void ffn.backward(x, { traced: true });
  // @ts-expect-error: only a feed-forward network has them
  void block.backward(x, { trace: true });
  // @ts-expect-error: a trace has no input
  void ffn.trace(x).x;
  // @ts-expect-error: only linear layers have a weight
  void ffn.layers[0]?.weight;
}

export function readonly_fields(): void {
  // @ts-expect-error: the weights determine it
  ffn.d_model = 8;
  // @ts-expect-error: read-only, determined at creation
  ffn.parameter_count = 8;
  // @ts-expect-error: read-only result
  ffn.backward(x).w1 = x;
  // @ts-expect-error: a tensor's data is read-only
  x.data = new Float32Array(4);
  // @ts-expect-error: a tensor's shape is read-only
  x.shape[0] = 1;
  // @ts-expect-error: read-only; set_lr changes it
  lab.TrainingRun({ dataset: { inputs: x } }).lr = 0.1;
  // @ts-expect-error: read-only state
  lab.info().memory_limit = 1;
  // @ts-expect-error: read-only contents of the file
  checkpoint.tensors[0] = undefined;
  // @ts-expect-error: read-only error code
  new FfnError('internal', '').code = 'disposed';
  // @ts-expect-error: read-only property of the pool
  pool.workers = 4;
}

export async function disposal(): Promise<void> {
  using own_lab = await load();
  using own_ffn = lab.FeedForward({ d_model: 4 });
  using own_norm = lab.LayerNorm({ features: 4 });
  using own_attention = lab.Attention({ d_model: 4, n_heads: 1 });
  using own_block = lab.TransformerBlock({ d_model: 4 });
  using own_stack = lab.BlockStack({ d_model: 4, n_layers: 2 });
  using own_rng = lab.RandomState(1);
  using own_run = lab.TrainingRun({ dataset: lab.dataset({ kind: 'xor' }), d_model: 4 });
  using own_model = lab.LanguageModel({ n_vocab: 4, n_positions: 2 });
  using own_table = lab.FactTable(own_model, [[1, 2]]);
  using own_training = lab.LanguageTraining({ sentences: [[1, 2]], n_vocab: 4 });
  using own_checkpoint = await lab.open_checkpoint(new Uint8Array());
  using own_pool = await lab.pool();
  // @ts-expect-error: a promise has no dispose; its value has
  using own_promise = lab.pool();
  // @ts-expect-error: tensors are plain values
  using own_tensor = ffn.forward(x);
  // @ts-expect-error: layers belong to the network
  using own_layer = ffn.layers[0];
  use(
    own_lab,
    own_ffn,
    own_norm,
    own_attention,
    own_block,
    own_stack,
    own_rng,
    own_run,
    own_checkpoint,
    own_pool,
  );
  use(own_model, own_table, own_training);
  use(own_promise, own_tensor, own_layer);
  // @ts-expect-error: disposal has no options
  ffn.dispose(true);
}

export function internals(): void {
  // @ts-expect-error: the package does not export the module
  void ffn.raw;
  // @ts-expect-error: the package does not export the module
  void lab.raw_module;
  // @ts-expect-error: only a lab creates objects
  void new FeedForward();
}
declare const FeedForward: typeof api.FeedForward;

export function what_compiles(): void {
  lab.FeedForward({
    d_model: 4,
    d_ff: 8,
    bias: false,
    gated: true,
    init: 'gpt2',
    seed: 1,
    activation: 'silu',
    dropout: 0.1,
  });
  lab.FeedForward({ weights: ffn.weights(), layout: 'in_out', activation: 'relu' });
  lab.FeedForward({ weights: { w1: x, w2: x } });
  ffn.set_weights({ b2: x });
  ffn.set_weights(ffn.backward(x));
  expect_true<Same<ReturnType<typeof lab.add>, api.Tensor>>();
  use(
    ffn.backward(x, { trace: true }).pre_activation.data,
    ffn.backward(x, { trace: true }).gate?.shape,
  );
  const perhaps = ffn.backward(x, { trace: traced });
  use('hidden' in perhaps && perhaps.hidden.shape);
  ffn.forward(x, { dropout_rng: rng });
  ffn.forward({ data: new Float32Array(8), shape: [2, 4] as const });
  const model = lab.LanguageModel({ n_vocab: 4, n_positions: 2, activation: 'relu' });
  model.forward([[1, 2], Int32Array.of(3)] as const, {
    predictions: 'last_word',
    switches: [{ silenced: [1] }],
  });
  lab.FactTable(model, [[1, 2]]).right(lab.knowledge_units(model, [1]));
  // @ts-expect-error: the words to keep are required
  lab.rewrite(model, { prompt: [1], wanted: 2 });
  // @ts-expect-error: a text is no sentence
  model.next_word('the capital of France is');
  lab.activation('gelu', [1, 2, 3]);
  lab.cross_entropy(x, [0, 1]);
  void load({ variant: 'simd', memory_limit: 64 * 2 ** 20 });
  void checkpoint.block(0, { n_heads: 12, signal: AbortSignal.timeout(1000) });
  for (const layer of ffn.layers) if (layer.kind === 'linear') layer.weight = x;
  expect_true<
    Same<keyof api.FeedForwardGradients, 'x' | 'w1' | 'b1' | 'w_gate' | 'b_gate' | 'w2' | 'b2'>
  >();
  expect_true<Same<keyof api.LayerNormGradients, 'x' | 'scale' | 'shift'>>();
  expect_true<
    Same<
      keyof api.TransformerBlockGradients,
      'x' | 'norm1' | 'attention' | 'norm2' | 'feed_forward'
    >
  >();
  expect_true<Same<ReturnType<typeof ffn.forward>, api.Tensor>>();
  expect_true<Same<ReturnType<typeof pool.forward>, Promise<api.Tensor>>>();
  expect_true<Same<api.FfnErrorCode, FfnError['code']>>();
}
