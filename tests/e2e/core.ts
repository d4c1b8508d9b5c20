/** The core itself in the test's process: what the page must show. The calls are written out here once more, on purpose. */
import { setFlagsFromString } from 'node:v8';
import { probes } from '../../src/bindings/probe_variant.mjs';
import type { Page } from '@playwright/test';
import type { FeedForward, Lab, Tensor, Variant } from 'ffn-lab';
import { load } from 'ffn-lab';

// Node 20 has relaxed SIMD behind a flag.
if (!WebAssembly.validate(new Uint8Array(probes.relaxed))) setFlagsFromString('--experimental-wasm-relaxed-simd');

const labs = new Map<string, Promise<Lab>>();

/** The build that the page runs, so that the numbers must agree to the last bit. */
export async function lab_of(page: Page): Promise<Lab> {
  const variant = (await page.locator('[data-tensor="variant"]').getAttribute('data-index')) as Variant;
  const lab = labs.get(variant) ?? load({ variant });
  labs.set(variant, lab);
  return lab;
}

export interface Pass {
  readonly ffn: FeedForward;
  readonly x: Tensor;
}

const zeros = (length: number): Tensor => ({ data: new Float32Array(length), shape: [length] });

function seed_42(lab: Lab, shape: number[]): Pass {
  const rng = lab.RandomState(42);
  const x = rng.randn(shape);
  const w1 = rng.randn([8, 32], { scale: 0.1 });
  const w2 = rng.randn([32, 8], { scale: 0.1 });
  rng.dispose();
  return { x, ffn: lab.FeedForward({ weights: { w1, b1: zeros(32), w2, b2: zeros(8) }, layout: 'in_out' }) };
}

function gpt2(lab: Lab): Pass {
  const rng = lab.RandomState(43);
  const x = rng.randn([1, 10, 768]);
  rng.dispose();
  return { x, ffn: lab.FeedForward({ d_model: 768, d_ff: 3072, activation: 'gelu_tanh', init: 'gpt2', seed: 42 }) };
}

const matrix = (text: string): Tensor => {
  const rows = text.split(';').map((row) => row.trim().split(/\s+/).map(Number));
  return { data: Float32Array.from(rows.flat()), shape: [rows.length, rows[0]?.length ?? 0] };
};

const makers = {
  notebook_token: (lab: Lab) => seed_42(lab, [8]),
  notebook_batch: (lab: Lab) => seed_42(lab, [2, 5, 8]),
  chapter: (lab: Lab): Pass => ({
    x: matrix('1 .5 -.3 .8; .2 -.4 .6 .1'),
    ffn: lab.FeedForward({
      weights: {
        w1: matrix('.1 .2 .3 .4; .2 .1 .4 .3; .3 .4 .1 .2; .4 .3 .2 .1; .1 .3 .2 .4; .2 .4 .1 .3; .3 .1 .4 .2; .4 .2 .3 .1'),
        b1: zeros(8),
        b2: zeros(4),
        w2: matrix('.1 .2 .1 .2 .1 .2 .1 .2; .2 .1 .2 .1 .2 .1 .2 .1; .1 .1 .2 .2 .1 .1 .2 .2; .2 .2 .1 .1 .2 .2 .1 .1'),
      },
    }),
  }),
  gpt2,
};

const made = new Map<string, Pass>();

/** One network of each kind and build, kept for the life of the process. */
function cached(lab: Lab, name: string, make: (lab: Lab) => Pass): Pass {
  const key = `${lab.info().variant} ${name}`;
  const pass = made.get(key) ?? make(lab);
  made.set(key, pass);
  return pass;
}

export const pass_of = (lab: Lab, example: keyof typeof makers): Pass => cached(lab, example, makers[example]);

export function pasted(lab: Lab, rows: readonly (readonly number[])[]): Pass {
  const d_model = rows[0]?.length ?? 0;
  const x = { data: Float32Array.from(rows.flat()), shape: [rows.length, d_model] };
  return cached(lab, JSON.stringify(rows), () => ({ x, ffn: lab.FeedForward({ d_model, d_ff: 4 * d_model, init: 'pytorch', seed: 42 }) }));
}

/** All that the page shows of a pass, by the names that its elements carry. */
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

/** A number as the page is to write it, by the rules of `language`. */
export function written(value: number, language: string, digits: number, style: 'decimal' | 'percent' = 'decimal'): string {
  if (value === 0 && style === 'decimal') return '0';
  const format = new Intl.NumberFormat(language, { style, minimumFractionDigits: digits, maximumFractionDigits: digits });
  return format.format(value).replace('-', '−');
}
