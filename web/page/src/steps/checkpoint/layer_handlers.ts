/** Handlers of the calls about one network of the opened file, or about all of them. */
import type { ActivationKind, FeedForward, FeedForwardTrace, Lab, Tensor, WeightLayout } from 'ffn-lab';
import type { CallContext } from '../../numbers/handler.ts';
import type {
  AblationReply,
  AblationRequest,
  InputChoice,
  LayerProfile,
  LayerReply,
  LayerRequest,
  NeuronReply,
  NeuronRequest,
  ProfileRequest,
  RankingRequest,
  VariantsReply,
  VariantsRequest,
} from './calls.ts';
import { make_inputs } from './inputs.ts';
import type { NetworkInput } from './inputs.ts';
import type { Opened, OpenedFile } from './opened.ts';
import { neuron_bins, small_threshold, variant_percents } from './settings.ts';

interface Pass extends NetworkInput {
  readonly file: OpenedFile;
  readonly ffn: FeedForward;
  readonly trace: FeedForwardTrace;
}

interface PassRequest {
  readonly opened: number;
  readonly layer: number;
  readonly input: InputChoice;
  readonly layout: WeightLayout;
  readonly activation: ActivationKind;
}

/** Returns a neuron's column: one number per token. */
function column({ data, shape }: Tensor, neuron: number): Float32Array {
  const width = shape[shape.length - 1] ?? 1;
  return Float32Array.from({ length: data.length / width }, (_, token) => data[token * width + neuron] ?? NaN);
}

const vector = (data: Float32Array): Tensor => ({ data, shape: [data.length] });

/** Runs a forward pass and calls `use` with it synchronously: after a further `await` the network may be disposed of. */
type WithPass = <Result>(request: PassRequest, use: (pass: Pass) => Result) => Promise<Result>;

/** Caches the last forward pass, because all parts of the panel use the same one. */
function make_passes(lab: Lab, opened: Opened): WithPass {
  const input_for = make_inputs(lab);
  let cached: { readonly key: string; readonly trace: FeedForwardTrace } | undefined;
  return async ({ opened: id, layer, input, layout, activation }, use) => {
    const file = opened.file(id);
    const network_input = await input_for(file, layer, layout, input);
    const ffn = await opened.feed_forward(file, layer, layout);
    const key = [id, layer, layout, input.key, activation].join(' ');
    ffn.activation = activation;
    if (cached?.key !== key) cached = { key, trace: ffn.trace(network_input.x) };
    return use({ ...network_input, file, ffn, trace: cached.trace });
  };
}

function layer_reply(lab: Lab, { file, ffn, x, reference, trace }: Pass): LayerReply {
  const { pre_activation, hidden, output } = trace;
  const { zero_share, not_positive_share, small_share } = lab.sparsity(hidden, { threshold: small_threshold });
  const summary = lab.summarize(hidden);
  return {
    x,
    tokens: x.data.length / ffn.d_model,
    d_model: ffn.d_model,
    d_ff: ffn.d_ff,
    parameter_count: ffn.parameter_count,
    pre_activation,
    hidden,
    limits: {
      pre_activation: lab.summarize(pre_activation).largest_finite_magnitude,
      hidden: summary.largest_finite_magnitude,
    },
    sparsity: { zero_share, not_positive_share, small_share },
    summary,
    reference: reference && lab.difference(output, reference),
    bytes_read: file.bytes_read(),
  };
}

function neuron_reply(lab: Lab, { ffn, x, trace }: Pass, { neuron, token }: NeuronRequest): NeuronReply {
  const scores = column(trace.pre_activation, neuron);
  const coefficients = column(trace.hidden, neuron);
  const found = lab.neuron(ffn, trace, { token, neuron });
  const row = x.data.slice(token * ffn.d_model, (token + 1) * ffn.d_model);
  const limit = (data: Float32Array) => lab.summarize(vector(data)).largest_finite_magnitude;
  return {
    neuron: found,
    row,
    limits: { row: limit(row), key: limit(found.key), value: limit(found.value) },
    before: lab.histogram(vector(scores), { bins: neuron_bins }),
    after: lab.histogram(vector(coefficients), { bins: neuron_bins }),
    tokens: scores.length,
    scores,
    coefficients,
  };
}

function ablation_reply(lab: Lab, { ffn, x }: Pass, { neurons, factor, site }: AblationRequest): AblationReply {
  const { baseline, output } = lab.ablate(ffn, x, { neurons, factor, site });
  const [before, after] = [lab.summarize(baseline), lab.summarize(output)];
  return {
    baseline,
    output,
    whole: lab.difference(output, baseline),
    by_token: lab.difference_by_token(output, baseline),
    limit: Math.max(before.largest_finite_magnitude, after.largest_finite_magnitude),
  };
}

function variants_reply(lab: Lab, { ffn, x, trace }: Pass, { others }: VariantsRequest): VariantsReply {
  const percentiles = variant_percents;
  const changes = others.map((activation) => {
    ffn.activation = activation;
    const other = ffn.trace(x);
    return {
      activation,
      hidden: lab.difference(other.hidden, trace.hidden, { percentiles }),
      output: lab.difference(other.output, trace.output, { percentiles }),
    };
  });
  return { percents: percentiles, changes };
}

function layer_profile(lab: Lab, { file, trace }: Pass, layer: number, thresholds: readonly number[]): LayerProfile {
  const sparsities = thresholds.map((threshold) => lab.sparsity(trace.hidden, { threshold }));
  const { zero_share = NaN, not_positive_share = NaN } = sparsities[0] ?? {};
  return { layer, small: sparsities.map(({ small_share }) => small_share), zero_share, not_positive_share, bytes_read: file.bytes_read() };
}

export function make_layer_handlers(lab: Lab, opened: Opened) {
  const with_pass = make_passes(lab, opened);
  return {
    /** Reads and runs the network of each layer, one at a time. */
    profile: async (request: ProfileRequest, { signal, progress }: CallContext) => {
      const profiles: LayerProfile[] = [];
      for (const layer of opened.file(request.opened).model.layers.keys()) {
        signal.throwIfAborted();
        const profile = await with_pass({ ...request, layer }, (pass) => layer_profile(lab, pass, layer, request.thresholds));
        profiles.push(profile);
        progress(profile);
      }
      return profiles;
    },
    layer: (request: LayerRequest) => with_pass(request, (pass) => layer_reply(lab, pass)),
    ranking: ({ token, ...request }: RankingRequest) =>
      with_pass(request, ({ ffn, trace }) => lab.rank_neurons(ffn, trace, { top: ffn.d_ff, ...(token !== undefined && { token }) })),
    neuron: (request: NeuronRequest) => with_pass(request, (pass) => neuron_reply(lab, pass, request)),
    ablation: (request: AblationRequest) => with_pass(request, (pass) => ablation_reply(lab, pass, request)),
    variants: (request: VariantsRequest) =>
      with_pass({ ...request, activation: request.own }, (pass) => variants_reply(lab, pass, request)),
  };
}
