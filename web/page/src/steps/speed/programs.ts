/** Programs that repeat a measurement. Each run gives a slightly different number, close to the shown one on the same machine. */
import type { Builder, Program } from '../../numbers/as_code.ts';
import { ceilings_module } from '../../speed/ceilings_module.ts';
import type { SpeedMode } from '../../speed/results.ts';
import { forward_stages } from './calls.ts';

interface MeasuredName {
  readonly engine: string;
  readonly workers: number;
  readonly tokens: number;
  readonly d_model: number;
  readonly d_ff: number;
  readonly activation: string;
  readonly mode: SpeedMode;
}

/** Parses a name that `measured_name` (names.ts) made. */
function parse_name(text: string): MeasuredName | undefined {
  const found = /^(\w+), (\d+) \w+, (\d+) × (\d+) → (\d+), (\w+)(, burst)?$/.exec(text);
  if (found === null) return undefined;
  const [, engine = '', workers, tokens, d_model, d_ff, activation = '', burst] = found;
  const sizes = { workers: Number(workers), tokens: Number(tokens), d_model: Number(d_model), d_ff: Number(d_ff) };
  return { engine, ...sizes, activation, mode: burst === undefined ? 'sustained' : 'burst' };
}

/** The matrix products in plain JavaScript; only the activation is computed by the lab. */
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

/** Code of one pass, awaited for a pool. */
function pass_of({ engine, workers, activation }: MeasuredName): { readonly lines: readonly string[]; readonly pass: string } {
  if (engine === 'pool') return { lines: [`const pool = await lab.pool({ workers: ${workers} });`], pass: 'await pool.forward(ffn, x)' };
  if (engine !== 'javascript') return { lines: [], pass: 'ffn.forward(x)' };
  return { lines: plain_loops, pass: `linear(lab.activation('${activation}', linear(x.data, w1, b1)).value, w2, b2)` };
}

/** Loads the measured build, or selects Eigen's matrix products. */
const variant_line = (engine: string) =>
  /^(relaxed|simd|scalar)$/.test(engine)
    ? [`const own = await load({ variant: '${engine}' });`]
    : ['const own = lab;', ...(engine === 'eigen' ? ["own.backend = 'eigen';"] : [])];

/** Defines `times(pass)`: milliseconds of 15 calls, sorted, each after a pause of 5 ms; other calls warm up the code before. */
const burst_timing = [
  'async function times(pass) {',
  '  const milliseconds = [];',
  '  for (const warm = performance.now(); performance.now() - warm < 150; ) await pass();',
  '  for (let call = 0; call < 15; call++) {',
  '    await new Promise((resolve) => setTimeout(resolve, 5));',
  '    const started = performance.now();',
  '    await pass();',
  '    milliseconds.push(performance.now() - started);',
  '  }',
  '  return milliseconds.sort((a, b) => a - b);',
  '}',
];

/** Defines `times(pass)`: milliseconds per pass in 15 samples of 50 ms each, sorted, after 3 warm-up samples. */
const sustained_timing = [
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

const timings = { sustained: sustained_timing, burst: burst_timing };

/** Index into `times` of a median or quartile; the lower quartile of a rate is at the upper quartile of the times. */
function sample_index(quantity: string, part: string | undefined): number {
  if (part === 'median') return 7;
  return (part === 'lower_quartile') === (quantity === 'milliseconds' || quantity === 'per_token') ? 3 : 11;
}

/** Defines `limit(kind)`: billions of operations, or bytes, per second that a microbenchmark loop reaches on one core. */
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

/** The upper bound of the rate for this work on all its cores: arithmetic or reading the weights, whichever is lower. */
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
  // For Eigen, one lab computes both results: the default products are selected again after the first.
  return {
    lines: [...network_lines(name), ...lines, `const result = ${own};`, "lab.backend = 'tiles';"],
    result: `lab.difference(result, ${first}).largest`,
  };
}

/** Operations per call that make the overhead of the call negligible. */
const operations_of_call = 2e7;

/** Measures a stage alone, or its share of the pass. */
function stage_program(name: MeasuredName, stage: string, index: string): Program {
  const passes = Math.max(1, Math.round(operations_of_call / operations_of(name)));
  const time = (of: string, sample = 7) => `((await times(async () => stages.run('${of}', ${passes})))[${sample}] / ${passes})`;
  const pass = '(await times(async () => ffn.forward(x)))[7]';
  const lines = [...network_lines(name), 'const stages = own.ForwardStages(ffn, x);', ...timings.sustained];
  if (stage === 'rest') return { lines, result: `1 - (${forward_stages.map((each) => time(each)).join(' + ')}) / ${pass}` };
  if (index === 'of_pass') return { lines, result: `${time(stage)} / ${pass}` };
  const [quantity = '', part] = index.split('.');
  const one = time(stage, sample_index(quantity, part));
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
  const time = `(await times(async () => ${pass}))[${sample_index(quantity, part)}]`;
  const rate = `${operations_of(name)} / ${time} / 1e6`;
  const result: Record<string, string> = {
    per_token: `(1000 * ${time}) / ${name.tokens}`,
    gflops: rate,
    share: `${rate} / ${limit_of(name)}`,
  };
  return {
    lines: [...network_lines(name), ...lines, ...timings[name.mode], ...(quantity === 'share' ? limit_lines : [])],
    result: result[quantity] ?? time,
  };
}

/** Median time with GELU divided by median time with ReLU. */
function ratio_program(name: MeasuredName): Program {
  const median = '(await times(async () => ffn.forward(x)))[7]';
  const twice = ["ffn.activation = 'gelu';", `const gelu = ${median};`, "ffn.activation = 'relu';", `const relu = ${median};`];
  return { lines: [...network_lines(name), ...timings.sustained, ...twice], result: 'gelu / relu' };
}

export const measure: Builder = ({ tensor, index }) => {
  const name = parse_name(tensor);
  // The program multiplies the limit of one core by their number: an approximation, because cores share memory bandwidth.
  const cores = /(\d+) cores$/.exec(tensor)?.[1] ?? '1';
  const times = cores === '1' ? '' : `${cores} * `;
  if (name === undefined) return { lines: limit_lines, result: `${times}limit('${index.split('.')[0]}')` };
  return index === 'ratio' ? ratio_program(name) : engine_program(name, index);
};
