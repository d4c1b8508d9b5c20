/**
 * Bundles reference results of PyTorch and NumPy for the page's self-check: selected tensors of
 * tests/golden, as float32, in one module.
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

interface Choice {
  /** Names of the tensors. */
  readonly keys: RegExp;
  /** Takes only the first `first` elements. */
  readonly first?: number;
  /** Takes every `every`-th element of those. A subset of the elements becomes a vector. */
  readonly every?: number;
}

/** Selected tensors of each file: enough to detect an error, but small to download. */
const choices: Readonly<Record<string, Choice>> = {
  random_notebook: { keys: /^randn$/, every: 4 },
  activation: { keys: /./, first: 561, every: 8 }, // without the very large inputs, which have no tolerance and are compared bit for bit
  notebook_batch: { keys: /^(x|[wb]\d|pre_activation|hidden_(gelu|relu)|output_\w+)$/ },
  worked_example: { keys: /./ },
  biased: { keys: /./ },
  gpt2_size: { keys: /^(pre_activation|hidden_gelu_tanh|output_\w+)$/ },
  gradients: { keys: /^(x|[wb]\w*|grad_output|grad_\w+_(relu|gelu|gelu_tanh|silu_gated))$/ },
  layer_norm: { keys: /./ },
  attention: { keys: /^(x|[wb]_\w+|grad_output|\w+_causal)$/ },
  transformer_block: { keys: /^(?!.*_(bare|full)$)/ },
  block_stack: { keys: /_(pre|post)_(shortcuts|bare)_block$/ },
  loss: { keys: /./ },
  training: {
    keys: /^(x|target|labels|[wb]_?(in|out|1|2)|\w+_(sgd_nesterov_cross_entropy|adamw_decay_cross_entropy|adamw_mse))$/,
  },
};

interface GoldenTensor {
  readonly key: string;
  readonly shape: readonly number[];
  readonly values: readonly number[];
}

/**
 * Parses the tensors of a golden file: a line "tensor NAME DIM DIM …", then a line with the values.
 */
function read_tensors(text: string, { keys, first = Infinity, every = 1 }: Choice): GoldenTensor[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const [word, key = '', ...dimensions] = line.split(' ');
    if (word !== 'tensor' || !keys.test(key)) return [];
    const all = (lines[index + 1] ?? '').split(' ').map(Number);
    const values = all.slice(0, first).filter((_, index) => index % every === 0);
    return [
      {
        key,
        shape: values.length === all.length ? dimensions.map(Number) : [values.length],
        values,
      },
    ];
  });
}

function read_file(name: string, choice: Choice) {
  const text = readFileSync(new URL(`../../../tests/golden/${name}.txt`, import.meta.url), 'ascii');
  const [what = '', made_by = ''] = text.split('\n').map((line) => line.replace(/^# /, ''));
  return { what, made_by, tensors: read_tensors(text, choice) };
}

/**
 * Packs float32 values as four byte planes in Base64: the plane of the exponents repeats, so it
 * compresses well in transfer.
 */
function pack(values: readonly number[]): string {
  const bytes = Buffer.from(Float32Array.from(values).buffer);
  const planes = [0, 1, 2, 3].map((plane) => bytes.filter((_, index) => index % 4 === plane));
  return Buffer.concat(planes).toString('base64');
}

/** Returns the default export of the module. */
export function golden_archive_value() {
  const values: number[] = [];
  let made_by = '';
  const files = Object.entries(choices).map(([name, choice]) => {
    const file = read_file(name, choice);
    made_by = file.made_by;
    const tensors = file.tensors.map(({ key, shape, values: own }) => {
      const from = values.length;
      values.push(...own);
      return [key, { shape, from }] as const;
    });
    return [name, { what: file.what, tensors: Object.fromEntries(tensors) }] as const;
  });
  return { made_by, count: values.length, files: Object.fromEntries(files), data: pack(values) };
}

/** Provides the module `virtual:golden`, declared in src/steps/proof/virtual.d.ts. */
export function golden_archive(): Plugin {
  const id = 'virtual:golden';
  return {
    name: 'golden-archive',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) =>
      resolved === `\0${id}`
        ? `export default ${JSON.stringify(golden_archive_value())};`
        : undefined,
  };
}
