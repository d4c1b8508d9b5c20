/** A measurement as a program that measures again: it gives another number each time, near the shown one on the same machine. */
import type { Builder, Program } from '../../core/as_code.ts';
import { ceilings_module } from '../../speed/ceilings_module.ts';
import { forward_stages } from './calls.ts';

interface MeasuredName {
  readonly engine: string;
  readonly workers: number;
  readonly tokens: number;
  readonly d_model: number;
  readonly d_ff: number;
  readonly activation: string;
}

/** The reverse of `measured_name` (names.ts). */
function read_name(text: string): MeasuredName | undefined {
  const found = /^(\w+), (\d+) \w+, (\d+) × (\d+) → (\d+), (\w+)$/.exec(text);
  if (found === null) return undefined;
  const [, engine = '', workers, tokens, d_model, d_ff, activation = ''] = found;
  return { engine, workers: Number(workers), tokens: Number(tokens), d_model: Number(d_model), d_ff: Number(d_ff), activation };
}

/** The two loops, for the case that one lab has no part in it but the activation between them. */
const plain_loops = [
  'const { w1, b1, w2, b2 } = ffn.weights();',
  'const linear = (x, { data: weight }, { data: bias }) => {',
  '  const [outputs, inputs] = [bias.length, weight.length / bias.length];',
  '  const y = new Float32Array((x.length / inputs) * outputs);',
  '  for (let place = 0; place < y.length; place++) {',
  '    const [token, output] = [Math.floor(place / outputs), place % outputs];',
  '    let sum = bias[output];',
  '    for (let input = 0; input < inputs; input++) sum += x[token * inputs + input] * weight[output * inputs + input];',
  '    y[place] = sum;',
  '  }',
  '  return y;',
  '};',
];

/** One pass, awaited where it is a pool's. */
function pass_of({ engine, workers, activation }: MeasuredName): { readonly lines: readonly string[]; readonly pass: string } {
  if (engine === 'pool') return { lines: [`const pool = await lab.pool({ workers: ${workers} });`], pass: 'await pool.forward(ffn, x)' };
  if (engine !== 'javascript') return { lines: [], pass: 'ffn.forward(x)' };
  return { lines: plain_loops, pass: `linear(lab.activation('${activation}', linear(x.data, w1, b1)).value, w2, b2)` };
}

/** The build that was measured, or the one with Eigen's products. */
const variant_line = (engine: string) =>
  /^(relaxed|simd|scalar)$/.test(engine)
    ? [`const own = await load({ variant: '${engine}' });`]
    : ['const own = lab;', ...(engine === 'eigen' ? ["own.backend = 'eigen';"] : [])];

/** Times of passes in samples of 50 ms, sorted; and which of them is asked for. */
const timing = [
  'async function times(pass) {',
  '  const milliseconds = [];',
  '  for (let sample = -3; sample < 15; sample++) {',
  '    let passes = 0;',
  '    const started = performance.now();',
  '    for (; performance.now() - started < 50; passes++) await pass();',
  '    if (sample >= 0) milliseconds.push((performance.now() - started) / passes);',
  '  }',
  '  return milliseconds.sort((a, b) => a - b);',
  '}',
];

/** What takes longest is slowest. */
function place_of(quantity: string, part: string | undefined): number {
  if (part === 'median') return 7;
  return (part === 'lower_quartile') === (quantity === 'milliseconds' || quantity === 'per_token') ? 3 : 11;
}

/** Loops that do nothing else, on one core: billions of operations, or of bytes, a second. */
const limit_lines = [
  `const bytes = Uint8Array.of(${ceilings_module(true).join(', ')});`,
  `const older = Uint8Array.of(${ceilings_module(false).join(', ')}); // for browsers without relaxed SIMD`,
  'const module = await WebAssembly.compile(WebAssembly.validate(bytes) ? bytes : older);',
  'const loops = (await WebAssembly.instantiate(module)).exports;',
  'loops.memory.grow(300);',
  'new Uint8Array(loops.memory.buffer).fill(1);',
  'function limit(kind) {',
  "  const call = kind === 'stream' ? () => loops.stream(98304, 4096, 1) : () => loops[kind](1000, 1);",
  "  const work = kind === 'stream' ? 98304 * 192 : 1000 * 12 * 4 * 2;",
  '  for (const warm = performance.now(); performance.now() - warm < 500; ) call();',
  '  let calls = 0;',
  '  const started = performance.now();',
  '  for (; performance.now() - started < 500; calls++) call();',
  '  return (calls * work) / (performance.now() - started) / 1e6;',
  '}',
];

const operations_of = ({ tokens, d_model, d_ff }: MeasuredName) => 4 * tokens * d_model * d_ff;

/** The limit for this work: of the arithmetic or of reading the weights, whichever is lower, on so many cores. */
function limit_of(name: MeasuredName): string {
  const reading = `limit('stream') * ${operations_of(name) / (8 * name.d_model * name.d_ff)}`;
  return `(${name.workers} * Math.min(limit(loops.fused ? 'fused' : 'separate'), ${reading}))`;
}

function network_lines({ engine, tokens, d_model, d_ff, activation }: MeasuredName): string[] {
  return [
    ...variant_line(engine),
    `const x = own.RandomState(43).randn([${tokens}, ${d_model}]);`,
    `const ffn = own.FeedForward({ d_model: ${d_model}, d_ff: ${d_ff}, activation: '${activation}', seed: 42 });`,
  ];
}

function difference_program(name: MeasuredName): Program {
  const { lines, pass } = pass_of(name);
  const own = name.engine === 'javascript' ? `{ data: ${pass}, shape: x.shape }` : pass;
  const first = `lab.FeedForward({ weights: ffn.weights(), activation: '${name.activation}' }).forward(x)`;
  // The other products are chosen after the first result, where one lab computes both.
  return {
    lines: [...network_lines(name), ...lines, `const result = ${own};`, "lab.backend = 'tiles';"],
    result: `lab.difference(result, ${first}).largest`,
  };
}

/** Operations in a call that is long beside the call itself. */
const operations_of_call = 2e7;

/** A stage's own times, or as a share of those of the pass. */
function stage_program(name: MeasuredName, stage: string, index: string): Program {
  const passes = Math.max(1, Math.round(operations_of_call / operations_of(name)));
  const time = (of: string, place = 7) => `((await times(async () => stages.run('${of}', ${passes})))[${place}] / ${passes})`;
  const pass = '(await times(async () => ffn.forward(x)))[7]';
  const lines = [...network_lines(name), 'const stages = own.ForwardStages(ffn, x);', ...timing];
  if (stage === 'rest') return { lines, result: `1 - (${forward_stages.map((each) => time(each)).join(' + ')}) / ${pass}` };
  if (index === 'of_pass') return { lines, result: `${time(stage)} / ${pass}` };
  const [quantity = '', part] = index.split('.');
  const one = time(stage, place_of(quantity, part));
  const results: Record<string, string> = {
    per_token: `(1000 * ${one}) / ${name.tokens}`,
    gflops: `${operations_of(name) / 2} / ${one} / 1e6`,
  };
  return { lines, result: results[quantity] ?? one };
}

function engine_program(name: MeasuredName, index: string): Program {
  if (index === 'difference') return difference_program(name);
  const [, stage, quantity_of_stage] = /^(linear1|activation|linear2|rest)\.(.*)$/.exec(index) ?? [];
  if (stage !== undefined && quantity_of_stage !== undefined) return stage_program(name, stage, quantity_of_stage);
  const { lines, pass } = pass_of(name);
  const [quantity = '', part] = index.split('.');
  const time = `(await times(async () => ${pass}))[${place_of(quantity, part)}]`;
  const rate = `${operations_of(name)} / ${time} / 1e6`;
  const result: Record<string, string> = {
    per_token: `(1000 * ${time}) / ${name.tokens}`,
    gflops: rate,
    share: `${rate} / ${limit_of(name)}`,
  };
  return {
    lines: [...network_lines(name), ...lines, ...timing, ...(quantity === 'share' ? limit_lines : [])],
    result: result[quantity] ?? time,
  };
}

/** Time with the first activation divided by time with the second. */
function ratio_program(name: MeasuredName): Program {
  const median = '(await times(async () => ffn.forward(x)))[7]';
  const twice = ["ffn.activation = 'gelu';", `const gelu = ${median};`, "ffn.activation = 'relu';", `const relu = ${median};`];
  return { lines: [...network_lines(name), ...timing, ...twice], result: 'gelu / relu' };
}

export const measure: Builder = ({ tensor, index }) => {
  const name = read_name(tensor);
  // Of several cores at once the program takes as many times that of one: near it where nothing else is shared.
  const cores = /(\d+) cores$/.exec(tensor)?.[1] ?? '1';
  const times = cores === '1' ? '' : `${cores} * `;
  if (name === undefined) return { lines: limit_lines, result: `${times}limit('${index.split('.')[0]}')` };
  return index === 'ratio' ? ratio_program(name) : engine_program(name, index);
};
