/**
 * The documented default of every option, "default 10", is the one that C++ has. The core writes
 * the values of omitted options into the object `defaults` of an options object
 * (src/bindings/options.h), which this test adds to all of them.
 */
import { describe, expect, it } from 'vitest';
import { load } from 'ffn-lab';
import { default_split } from '../../web/engine/dist/pool/pool_options.js';
import { documented_options } from './documented_options.js';
import { raw_of } from './fill_memory.js';

/** The values that C++ has for each name, as JSON. */
type Found = Map<string, Set<string>>;

const plain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Returns the argument of a call, with an object `defaults` in every options object. */
function asking(value: unknown, found: Found): unknown {
  if (Array.isArray(value)) return value.map((item) => asking(item, found));
  if (!plain(value) || 'data' in value) return value;
  const defaults = new Proxy(
    {},
    {
      set(_, name: string, fallback: unknown) {
        const text = JSON.stringify(fallback instanceof Float64Array ? [...fallback] : fallback);
        found.set(name, (found.get(name) ?? new Set()).add(text));
        return true;
      },
    },
  );
  const members = Object.entries(value as Record<string, unknown>).map(([name, member]) => [
    name,
    name === 'switches' ? asking(member, found) : member,
  ]);
  return { ...Object.fromEntries(members), defaults };
}

/** Lets every function of the module ask for the defaults of its options. */
function ask_for_defaults(holder: object, found: Found): void {
  const members = Object.entries(Object.getOwnPropertyDescriptors(holder));
  for (const [name, { value, writable }] of members) {
    if (typeof value !== 'function' || writable !== true || name === 'constructor') continue;
    const bound = value as { readonly prototype?: { readonly delete?: unknown } } & ((
      ...values: unknown[]
    ) => unknown);
    if (bound.prototype?.delete !== undefined) ask_for_defaults(bound.prototype, found);
    else
      Object.assign(holder, {
        [name](this: unknown, ...values: unknown[]) {
          return bound.apply(
            this,
            values.map((argument) => asking(argument, found)),
          );
        },
      });
  }
}

const found: Found = new Map();
const lab = await load();
ask_for_defaults(raw_of(lab), found);

const d_model = 64;
const rng = lab.RandomState(1);
const x = rng.randn([3, d_model]);
const ffn = lab.FeedForward({ d_model });
const trace = ffn.trace(x);
const model = lab.LanguageModel({ n_vocab: 5, n_positions: 4 });
const sentences = Array.from({ length: 100 }, (_, i) => [i % 5, (i + 1) % 5]);
const table = lab.FactTable(model, sentences);
const switches = [{}];
const dataset = lab.dataset({ kind: 'spiral' });
const weights = lab.FeedForward({ d_model }).weights();
const rewriting = { prompt: [1], wanted: 2, prompts: [[1], [2]] };
const file = await lab.open_checkpoint(model.to_safetensors());

/** Calls of every method whose options have defaults, with nothing but what is required. */
const calls: Record<string, () => unknown> = {
  'Checkpoint.block': () => file.block(0),
  'Checkpoint.feed_forward': () => file.feed_forward(0),
  'FactTable.answers': () => table.answers({ switches }),
  'FactTable.right': () => table.right({ switches }),
  'FactTable.strongest_prompts': () => table.strongest_prompts({ unit: 0 }),
  'FeedForward.gradient_check': () =>
    lab.FeedForward({ d_model: 2 }).gradient_check(rng.randn([1, 2])),
  'Lab.Attention': () => lab.Attention({ d_model, n_heads: 1 }),
  'Lab.BlockStack': () => lab.BlockStack({ d_model, n_layers: 1 }),
  'Lab.DropoutRun': () => lab.DropoutRun(ffn, x, { dropout: 0.5 }),
  'Lab.FeedForward': () => {
    lab.FeedForward({ weights });
    found.delete('d_ff'); // the weights determine it
    lab.FeedForward({ d_model });
  },
  'Lab.LanguageModel': () => lab.LanguageModel({ n_vocab: 5, n_positions: 4 }),
  'Lab.LanguageTraining': () => lab.LanguageTraining({ n_vocab: 5, sentences }),
  'Lab.LayerNorm': () => lab.LayerNorm({ features: d_model }),
  'Lab.TrainingRun': () => lab.TrainingRun({ dataset }),
  'Lab.TransformerBlock': () => lab.TransformerBlock({ d_model }),
  'Lab.ablate': () => lab.ablate(ffn, x, { neurons: [0] }),
  'Lab.activation_difference': () => lab.activation_difference('gelu', 'relu'),
  'Lab.apply_rewrite': () => lab.apply_rewrite(model.copy(), lab.rewrite(model, rewriting)),
  'Lab.attention_cost': () => lab.attention_cost({ d_model, seq_len: 8 }),
  'Lab.compare_activations': () => lab.compare_activations(['gelu']),
  'Lab.dataset': () => lab.dataset({ kind: 'polynomial' }),
  'Lab.dataset_from_csv': () => lab.dataset_from_csv('1,2\n3,4\n'),
  'Lab.dead_units': () => lab.dead_units(trace, { activation: 'gelu' }),
  'Lab.dimension_check': () => lab.dimension_check({ d_model }),
  'Lab.dimension_grid': () => lab.dimension_grid([{ d_model }]),
  'Lab.dropout_statistics': () => lab.dropout_statistics(ffn, x, { dropout: 0.5 }),
  'Lab.feed_forward_cost': () => lab.feed_forward_cost({ d_model }),
  'Lab.grid': () => lab.grid(),
  'Lab.histogram': () => lab.histogram(x),
  'Lab.independence': () => lab.independence(ffn, x),
  'Lab.linear_weights': () => lab.linear_weights({ in_features: 2, out_features: 2 }),
  'Lab.model_cost': () => lab.model_cost(),
  'Lab.rank_neurons': () => lab.rank_neurons(ffn, trace),
  'Lab.ratio_costs': () => lab.ratio_costs({ d_model }),
  'Lab.rewrite': () => lab.rewrite(model, rewriting),
  'Lab.sparsity': () => lab.sparsity(x),
  'Lab.trace_dot': () => lab.trace_dot(ffn, x, { layer: 'linear1' }),
  'Lab.twin_runs': () => lab.twin_runs({ dataset }, ['relu', 'gelu']),
  'Lab.unit_words': () => lab.unit_words(model, { unit: 0 }),
  'Lab.write_safetensors': () => lab.write_safetensors({ x }),
  'LanguageModel.forward': () => model.forward([[1]], { switches }),
  'LanguageModel.next_word': () => model.next_word([1], { switches }),
  'LanguageModel.to_safetensors': () => model.to_safetensors(),
  'LanguageModel.trace': () => model.trace([1], { switches }),
  'RandomState.randn': () => rng.randn([1]),
};

const number = String.raw`[−-]?\d+(?:\.\d+)?(?:e-?\d+)?`;
const stated = new RegExp(
  `default (\`\\w+\`|true|false|${number}(?:, ${number})*|4 × d_model|x³/2 − 3x/2)(?= \\(|[.,;:]|$)`,
);

/** Returns the default that a comment states as a value, as JSON, for the width `width`. */
function stated_default(comment: string, width: number): string | undefined {
  const text = stated.exec(comment)?.[1];
  if (text === undefined) return undefined;
  if (text === '4 × d_model') return String(4 * width);
  if (text === 'x³/2 − 3x/2') return '[0,-1.5,0,0.5]';
  if (text.startsWith('`')) return JSON.stringify(text.slice(1, -1));
  const values = text.split(', ').map((part) => JSON.parse(part.replace('−', '-')) as unknown);
  return JSON.stringify(values.length === 1 ? values[0] : values);
}

/** Widths of networks that are made without one. */
const widths: Record<string, number> = {
  'Lab.TrainingRun': 8,
  'Lab.twin_runs': 8,
  'Lab.model_cost': 768,
};

/** Options that the core does not know, and one that a method sets itself. */
const of_javascript = new Set([
  'Pool.forward split',
  'FeedForward.backward trace',
  'Lab.twin_runs activation',
]);

interface Stated {
  readonly option: string;
  readonly value: string;
}

const by_method = new Map<string, Stated[]>();
for (const { method, option, comment } of documented_options) {
  const value = stated_default(comment, widths[method] ?? d_model);
  if (value === undefined || of_javascript.has(`${method} ${option}`)) continue;
  by_method.set(method, [...(by_method.get(method) ?? []), { option, value }]);
}

describe('the documented defaults', () => {
  it('are stated as values, or in words after a colon', () => {
    const neither = documented_options.filter(
      ({ comment }) => /\bdefault (?!:)/.test(comment) && !stated.test(comment),
    );
    expect(neither).toEqual([]);
  });

  it('belong to methods that this test calls', () => {
    expect(Object.keys(calls).sort()).toEqual([...by_method.keys()].sort());
    expect([...by_method.values()].flat().length).toBeGreaterThan(160);
  });

  it.each([...by_method])('are those of the core: %s', async (method, options) => {
    found.clear();
    await calls[method]?.();
    const documented = options.map(({ option, value }) => [option, [value]]);
    expect(options.map(({ option }) => [option, [...(found.get(option) ?? [])]])).toEqual(
      documented,
    );
  });

  it('hold for options that the core does not know', () => {
    const documented = (name: string) =>
      documented_options.find(
        ({ method, option, comment }) => `${method} ${option}` === name && comment !== '',
      );
    const value = (name: string) =>
      JSON.parse(stated_default(documented(name)?.comment ?? '', 0) ?? '') as unknown;
    expect(default_split).toBe(value('Pool.forward split'));
    ffn.trace(x);
    const traced = { trace: value('FeedForward.backward trace') as boolean };
    expect(Object.keys(ffn.backward(x))).toEqual(Object.keys(ffn.backward(x, traced)));
  });
});
