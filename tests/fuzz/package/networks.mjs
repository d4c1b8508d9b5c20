// Operations on networks: construction, forward and backward passes, changes.
import { activation_kinds } from 'ffn-lab';
import { any_seed, initializations, sequences, size, some_of, tensor, tokens } from './numbers.mjs';

/** Returns a random object of the given kinds, or undefined. */
function pick(state, random, ...wanted) {
  const found = state.things.filter(({ kind }) => wanted.includes(kind));
  return found.length === 0 ? undefined : random.one_of(found);
}

const odd = [-1, 0, 1.5, NaN, 2 ** 31, 'text', null];
/** Returns a size, occasionally an invalid one. */
const a_size = (random) => (random.chance(0.03) ? random.one_of(odd) : size(random));
const probability = (random) =>
  random.chance(0.03) ? random.one_of([-0.1, 1.1, NaN]) : random.one_of([0, 0, 0.1, 0.5, 1]);

const keep = ({ state }, kind, thing, more = {}) => (
  state.things.push({ kind, thing, wild: false, ...more }),
  thing
);

const text_of = (options) =>
  JSON.stringify(options, (_, value) =>
    ArrayBuffer.isView(value)
      ? `${value.constructor.name}(${value.length})`
      : typeof value === 'number' && !Number.isFinite(value)
        ? String(value)
        : value,
  );

function feed_forward(tools) {
  const { lab, random, say } = tools;
  const options = {
    d_model: a_size(random),
    ...some_of(random, {
      d_ff: a_size(random),
      bias: random.chance(0.5),
      gated: random.chance(0.5),
      init: random.one_of(initializations(lab)),
      seed: any_seed(random),
    }),
    ...some_of(random, {
      activation: random.one_of(activation_kinds),
      dropout: probability(random),
      dropout_placement: random.one_of(['hidden', 'output']),
    }),
  };
  say(text_of(options));
  const ffn = keep(tools, 'feed_forward', lab.FeedForward(options));
  return { result: { text: String(ffn), weights: ffn.weights() } };
}

/** Constructs a network from given weights in either layout and returns its weights. */
function given_weights(tools) {
  const { lab, random, say } = tools;
  const [d_model, d_ff, wild] = [size(random), size(random), random.chance(0.3)];
  const layout = random.one_of(['out_in', 'in_out']);
  const matrix = (out, into) =>
    tensor(random, layout === 'out_in' ? [out, into] : [into, out], wild);
  const gated = random.chance(0.3);
  const weights = {
    w1: matrix(d_ff, d_model),
    ...some_of(random, { b1: tensor(random, [d_ff], wild) }),
    ...(gated
      ? {
          w_gate: matrix(d_ff, d_model),
          ...some_of(random, { b_gate: tensor(random, [d_ff], wild) }),
        }
      : {}),
    w2: matrix(d_model, random.chance(0.03) ? d_ff + 1 : d_ff),
    ...some_of(random, { b2: tensor(random, [d_model], wild) }),
  };
  const options = { weights, layout, activation: random.one_of(activation_kinds) };
  say(`${text_of(options)}${wild ? ' wild' : ''}`);
  return { result: keep(tools, 'feed_forward', lab.FeedForward(options), { wild }).weights() };
}

function other_network(tools) {
  const { lab, random, say } = tools;
  const heads = random.between(1, 4);
  const d_model = random.chance(0.05) ? a_size(random) : heads * random.between(1, 12);
  const attention = {
    d_model,
    n_heads: heads,
    ...some_of(random, {
      qkv_bias: random.chance(0.5),
      causal: random.chance(0.5),
      seed: any_seed(random),
      init: random.one_of(initializations(lab)),
    }),
  };
  const block = {
    ...attention,
    ...some_of(random, {
      d_ff: size(random),
      norm: random.one_of(['pre', 'post', 'none']),
      shortcuts: random.chance(0.5),
      feed_forward_only: random.chance(0.5),
    }),
    ...some_of(random, {
      activation: random.one_of(activation_kinds),
      gated: random.chance(0.5),
      bias: random.chance(0.5),
      dropout: probability(random),
      attention_dropout: probability(random),
    }),
  };
  const [kind, options] = random.one_of([
    [
      'layer_norm',
      { features: a_size(random), ...some_of(random, { eps: random.one_of([1e-5, 0, 1, -1]) }) },
    ],
    ['attention', attention],
    ['block', block],
    ['stack', { ...block, n_layers: random.between(1, 3) }],
  ]);
  say(`${kind} ${text_of(options)}`);
  const made = {
    layer_norm: 'LayerNorm',
    attention: 'Attention',
    block: 'TransformerBlock',
    stack: 'BlockStack',
  }[kind];
  return {
    result: keep(tools, kind, lab[made](options), {
      width: options.d_model ?? options.features,
    }).weights(),
  };
}

const all_kinds = ['feed_forward', 'layer_norm', 'attention', 'block', 'stack'];

function input_for(random, { kind, thing, width }, wild) {
  const features = random.chance(0.04) ? size(random) : (thing.d_model ?? width);
  return (kind === 'feed_forward' || kind === 'layer_norm' ? tokens : sequences)(
    random,
    features,
    wild,
  );
}

const same_bits = (a, b) =>
  a.data.every((value, i) => Object.is(value, b.data[i])) && a.shape.join() === b.shape.join();
const promise = (holds, what) => {
  if (!holds) throw new Error(`invariant violated: ${what}`);
};

/**
 * Runs forward, trace and backward, with or without dropout. Norms and softmax amplify rounding
 * differences.
 */
function pass(tools) {
  const { lab, state, random, say } = tools;
  const chosen = pick(state, random, ...all_kinds);
  if (chosen === undefined) return undefined;
  const wild = random.chance(0.25);
  const x = input_for(random, chosen, wild);
  const seed = random.below(1000);
  const dropping = random.chance(0.4);
  say(
    `${chosen.kind} x ${text_of(x.shape)}${wild ? ' wild' : ''}${dropping ? ' with dropout' : ''}`,
  );
  const options = () =>
    dropping ? { dropout_rng: keep(tools, 'rng', lab.RandomState(seed)) } : {};
  const copy = Float32Array.from(x.data);
  const output = chosen.thing.forward(x, options());
  const trace = chosen.thing.trace(x, options());
  promise(same_bits(output, trace.output), 'forward and trace give the same bits');
  promise(
    copy.every((value, i) => Object.is(value, x.data[i])),
    'the input is not modified',
  );
  const grad = tensor(random, x.shape, false);
  const traced = chosen.kind === 'feed_forward' && random.chance(0.5);
  const gradients = random.chance(0.7)
    ? chosen.thing.backward(grad, ...(traced ? [{ trace: true }] : []))
    : {};
  promise(
    same_bits(output, chosen.thing.forward(x, options())),
    'a second pass gives the same bits',
  );
  const apart = wild || chosen.wild || chosen.kind !== 'feed_forward' ? 'own' : 'backward';
  return { apart, result: { output, trace, gradients } };
}

/** Compares the result of a token alone with that in a batch. */
function alone(tools) {
  const { state, random, say } = tools;
  const chosen = pick(state, random, 'feed_forward', 'layer_norm');
  if (chosen === undefined) return undefined;
  const width = chosen.thing.d_model ?? chosen.width;
  const x = tensor(random, [random.between(2, 40), width], random.chance(0.3));
  say(`${chosen.kind} ${text_of(x.shape)}`);
  const all = chosen.thing.forward(x).data;
  const at = random.below(x.shape[0]);
  const one = chosen.thing.forward({
    data: x.data.slice(at * width, (at + 1) * width),
    shape: [width],
  }).data;
  promise(
    one.every((value, i) => Object.is(value, all[at * width + i])),
    'a token has the same bits alone and in a batch',
  );
  return { result: undefined };
}

function change(tools) {
  const { lab, state, random, say } = tools;
  const chosen = pick(state, random, 'feed_forward');
  if (chosen === undefined) return undefined;
  const { thing } = chosen;
  const before = thing.weights();
  const name = random.one_of(Object.keys(before));
  const wild = random.chance(0.2);
  const other = tensor(random, random.chance(0.1) ? [3, 2] : before[name].shape, wild);
  say(`${name} ${text_of(other.shape)}${wild ? ' wild' : ''}`);
  if (random.chance(0.5)) thing.activation = random.one_of(activation_kinds);
  thing.set_weights({ [name]: other });
  chosen.wild ||= wild;
  if (random.chance(0.4)) thing.load_state_dict(thing.state_dict());
  promise(same_bits(thing.weights()[name], other), 'weights round-trip');
  void lab;
  return { result: thing.weights() };
}

export const network_operations = {
  feed_forward: { weight: 6, run: feed_forward },
  given_weights: { weight: 5, run: given_weights },
  other_network: { weight: 5, run: other_network },
  pass: { weight: 16, run: pass },
  alone: { weight: 4, run: alone },
  change: { weight: 5, run: change },
};

export { keep, pick, promise, same_bits, text_of };
