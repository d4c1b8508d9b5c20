/**
 * Computes in the test's process, with the package, the numbers that the page must show. The calls
 * repeat the page's calls on purpose.
 */
import { setFlagsFromString } from 'node:v8';
import { probes } from '../probe_variant.mjs';
import type { Page } from '@playwright/test';
import type { FeedForward, Lab, Tensor, Variant } from 'ffn-lab';
import { load } from 'ffn-lab';

// Node 20 has relaxed SIMD behind a flag.
if (!WebAssembly.validate(new Uint8Array(probes.relaxed)))
  setFlagsFromString('--experimental-wasm-relaxed-simd');

const labs = new Map<string, Promise<Lab>>();

/**
 * Returns the package in the build variant that the page runs, so that all numbers must agree bit
 * by bit.
 */
export async function lab_of(page: Pick<Page, 'locator'>): Promise<Lab> {
  const variant = (await page.locator('html[data-core]').getAttribute('data-core')) as Variant;
  const lab = labs.get(variant) ?? load({ variant });
  labs.set(variant, lab);
  return lab;
}

export interface Pass {
  readonly ffn: FeedForward;
  readonly x: Tensor;
}

const zeros = (length: number): Tensor => ({ data: new Float32Array(length), shape: [length] });

function seeded_example(lab: Lab, shape: number[]): Pass {
  const rng = lab.RandomState(42);
  const x = rng.randn(shape);
  const w1 = rng.randn([8, 32], { scale: 0.1 });
  const w2 = rng.randn([32, 8], { scale: 0.1 });
  rng.dispose();
  return {
    x,
    ffn: lab.FeedForward({ weights: { w1, b1: zeros(32), w2, b2: zeros(8) }, layout: 'in_out' }),
  };
}

function gpt2(lab: Lab): Pass {
  const rng = lab.RandomState(43);
  const x = rng.randn([1, 10, 768]);
  rng.dispose();
  return {
    x,
    ffn: lab.FeedForward({
      d_model: 768,
      d_ff: 3072,
      activation: 'gelu_tanh',
      init: 'gpt2',
      seed: 42,
    }),
  };
}

const matrix = (text: string): Tensor => {
  const rows = text.split(';').map((row) => row.trim().split(/\s+/).map(Number));
  return { data: Float32Array.from(rows.flat()), shape: [rows.length, rows[0]?.length ?? 0] };
};

const builders = {
  notebook_token: (lab: Lab) => seeded_example(lab, [8]),
  notebook_batch: (lab: Lab) => seeded_example(lab, [2, 5, 8]),
  chapter: (lab: Lab): Pass => ({
    x: matrix('1 .5 -.3 .8; .2 -.4 .6 .1'),
    ffn: lab.FeedForward({
      weights: {
        w1: matrix(
          '.1 .2 .3 .4; .2 .1 .4 .3; .3 .4 .1 .2; .4 .3 .2 .1; .1 .3 .2 .4; .2 .4 .1 .3; .3 .1 .4 .2; .4 .2 .3 .1',
        ),
        b1: zeros(8),
        b2: zeros(4),
        w2: matrix(
          '.1 .2 .1 .2 .1 .2 .1 .2; .2 .1 .2 .1 .2 .1 .2 .1; .1 .1 .2 .2 .1 .1 .2 .2; .2 .2 .1 .1 .2 .2 .1 .1',
        ),
      },
    }),
  }),
  gpt2,
};

const passes = new Map<string, Pass>();

/** Returns the network of an example in a build variant, created once in each process. */
function cached(lab: Lab, name: string, build: (lab: Lab) => Pass): Pass {
  const key = `${lab.info().variant} ${name}`;
  const pass = passes.get(key) ?? build(lab);
  passes.set(key, pass);
  return pass;
}

export const pass_of = (lab: Lab, example: keyof typeof builders): Pass =>
  cached(lab, example, builders[example]);

export function pasted(lab: Lab, rows: readonly (readonly number[])[]): Pass {
  const d_model = rows[0]?.length ?? 0;
  const x = { data: Float32Array.from(rows.flat()), shape: [rows.length, d_model] };
  return cached(lab, JSON.stringify(rows), () => ({
    x,
    ffn: lab.FeedForward({ d_model, d_ff: 4 * d_model, init: 'pytorch', seed: 42 }),
  }));
}

/** Returns the path of a tensor in the answer of the recipe of the forward pass. */
export const tensor_path = (name: string): string => `tensors.${name.replace('.', '_')}`;

/**
 * Returns the tensors of a pass that the page shows, by the names in its `data-tensor-view`
 * attributes.
 */
export function tensors_of({ ffn, x }: Pass, gelu: 'gelu' | 'gelu_tanh'): Record<string, Tensor> {
  ffn.activation = gelu;
  const with_gelu = ffn.trace(x);
  ffn.activation = 'relu';
  const with_relu = ffn.trace(x);
  return {
    x,
    pre_activation: with_gelu.pre_activation,
    'hidden.gelu': with_gelu.hidden,
    'hidden.relu': with_relu.hidden,
    'output.gelu': with_gelu.output,
    'output.relu': with_relu.output,
  };
}

/** Formats a number as the page must show it in `language`. */
export function written(
  value: number,
  language: string,
  digits: number,
  style: 'decimal' | 'percent' = 'decimal',
): string {
  if (value === 0 && style === 'decimal') return '0';
  const format = new Intl.NumberFormat(language, {
    style,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const text = format.format(value).replace('-', '−');
  // A number that rounds to zero has no sign.
  return /[1-9]/.test(text) ? text : text.replace('−', '');
}
