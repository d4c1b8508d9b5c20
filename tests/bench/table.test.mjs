import { describe, expect, it } from 'vitest';
import { lead_of, three_digits } from './cells.mjs';
import { spread_text, tables } from './table.mjs';

const spread = (median, around = 0.1) => ({
  median,
  lower_quartile: median * (1 - around),
  upper_quartile: median * (1 + around),
  count: 9,
});
const measured = (engine, milliseconds, share) => ({
  engine,
  milliseconds: spread(milliseconds),
  by_round: [0.9, 1, 1.1].map((around) => around * milliseconds),
  share_of_limit: spread(share),
  passes_per_sample: 1,
  largest_error: 5e-7,
  checked_tokens: 10,
});

const race = (threads, engines, mode = 'sustained') => ({
  case: { name: 't1', tokens: 1, d_model: 768, d_ff: 3072 },
  activation: 'gelu',
  threads,
  mode,
  rounds: 9,
  ceilings: {
    one_core: { fused: spread(57e9), stream: spread(28e9) },
    all_cores: { fused: spread(100e9), stream: spread(53e9) },
  },
  limit_milliseconds: 0.67,
  engines,
});

const report = {
  format: 2,
  date: '2026-11-21T12:00:00.000Z',
  machine: 'a machine, 2 cores',
  busy_cores: 0.1,
  browser: 'Chromium 1',
  quick: false,
  engines: [
    { engine: 'ffn-lab', label: 'ffn-lab', version: '0.1.0' },
    { engine: 'peer', label: 'Peer', version: '1.2.3' },
    { engine: 'loop', label: 'Loop', version: '' },
  ],
  races: [
    race(1, [
      measured('ffn-lab', 0.7, 0.96),
      measured('peer', 1.4, 0.48),
      measured('loop', 30, 0.02),
    ]),
    race(2, [
      measured('ffn-lab', 0.36, 0.9),
      measured('peer', 0.45, 0.75),
      { engine: 'loop', not_run: 'it has one thread' },
    ]),
    race(1, [measured('ffn-lab', 0.8, 0.9), measured('peer', 1, 0.72)], 'burst'),
  ],
  load_costs: [
    {
      engine: 'ffn-lab',
      bytes: 637_000,
      gzip_bytes: 234_000,
      brotli_bytes: 185_000,
      milliseconds: spread(221),
    },
    { engine: 'peer', not_run: 'no page' },
  ],
  native: [],
};

describe('the tables of a report', () => {
  it.each([
    [0.0596, '0.0596'],
    [5.934, '5.93'],
    [93.21, '93.2'],
    [1030.4, '1030'],
    [0, '0'],
    [NaN, '–'],
  ])('%d as %s', (value, text) => expect(three_digits(value)).toBe(text));

  it('have a row for each race, a column for each engine, and the ratio to the best other engine', () => {
    const text = tables(report);
    expect(text).toContain(
      '| 1 × 768→3072 | 0.670 | 0.700 (96 %) | 1.40 (48 %) | 30.0 (2 %) | 2.00× |',
    );
    expect(text).toContain('| 1 × 768→3072 | 0.670 | 0.360 (90 %) | 0.450 (75 %) | 1.25× |');
    expect(text).toContain('| ffn-lab | 0.1.0 | 5.0e-7 | 637 kB | 234 kB | 185 kB | 221 ms |');
  });

  it('have the quartiles of bursts in tables of their own, and columns only for engines that ran', () => {
    const text = tables(report);
    const [, burst = ''] = text.split(
      'One thread, once, after a pause: milliseconds of a forward pass (quartiles; share of the limit):\n\n',
    );
    expect(burst.split('\n').slice(0, 3)).toEqual([
      '| tokens × sizes | limit | ffn-lab | Peer | best other ÷ ffn-lab |',
      '| --- | ---: | ---: | ---: | ---: |',
      '| 1 × 768→3072 | 0.670 | 0.800 (0.720 to 0.880; 90 %) | 1.00 (0.900 to 1.10; 72 %) | 1.25× |',
    ]);
    expect(text).toContain(
      '2 threads, again and again: milliseconds of a forward pass (share of the limit):',
    );
  });

  it('give place, date, spread, and the reason for an empty cell', () => {
    const text = tables(report);
    expect(text).toContain('Measured 2026-11-21 in Chromium 1 on a machine, 2 cores.');
    expect(text).toContain('Loop: it has one thread (1 × 768→3072, 2 threads, again and again).');
    expect(text).toContain('Peer: no page (first result).');
    expect(text).toContain('One core: 57 GFLOP/s with fused multiply-add');
    expect(spread_text(report, 'sustained')).toContain(
      "Again and again: medians of 9 samples; half of a cell's are within ±10 % of its median",
    );
    expect(spread_text(report, 'burst')).toContain('Once, after a pause: medians of 9 calls');
    expect(spread_text({ ...report, races: [] }, 'burst')).toBe('');
    expect(text).not.toContain('Other work');
    expect(tables({ ...report, busy_cores: 1.8 })).toContain('Other work used up to 1.8 cores');
  });

  it('compare the native results with PyTorch', () => {
    const native = ['ffn-lab, AVX2', 'ffn-lab, AVX-512', 'PyTorch'].map((engine, index) => ({
      engine,
      case: report.races[0].case,
      activation: 'gelu',
      milliseconds: spread(2 + index),
    }));
    const text = tables({ ...report, native });
    expect(text).toContain(
      '|  | ffn-lab, AVX2 | ffn-lab, AVX-512 | PyTorch | PyTorch ÷ ffn-lab, AVX2 | PyTorch ÷ ffn-lab, AVX-512 |',
    );
    expect(text).toContain('| 1 × 768→3072, GELU | 2.00 | 3.00 | 4.00 | 2.00× | 1.33× |');
    expect(tables({ ...report, native: native.slice(0, 1) })).toContain(
      '| 1 × 768→3072, GELU | 2.00 |\n',
    );
  });

  it('of gradients have the ratios of both ways of ours, to the best other engine and to passes', () => {
    const of_gradients = race(1, [
      measured('ffn-lab', 4, 0.5),
      measured('ffn-lab-into', 2, 0.9),
      measured('ffn-lab-pass', 0.5, 2),
      measured('peer', 8, 0.2),
    ]);
    const engines = [
      ...report.engines,
      { engine: 'ffn-lab-into', label: 'into', version: '0.1.0' },
      { engine: 'ffn-lab-pass', label: 'alone', version: '0.1.0' },
    ];
    const races = [
      ...report.races,
      { ...of_gradients, case: { ...of_gradients.case, task: 'gradients' } },
    ];
    const text = tables({ ...report, engines, races }, 'gradients');
    expect(text.split('\n').slice(0, 5)).toEqual([
      'One thread, again and again: milliseconds of a forward pass and the gradients of x and of all parameters (share of the limit):',
      '',
      '| tokens × sizes | limit | ffn-lab | Peer | into | alone | best other ÷ ffn-lab | best other ÷ into | ffn-lab ÷ 3 passes | into ÷ 3 passes |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
      '| 1 × 768→3072 | 0.670 | 4.00 (50 %) | 8.00 (20 %) | 2.00 (90 %) | 0.500 | 2.00× | 4.00× | 2.67× | 1.33× |',
    ]);
    expect(text).toContain('| into | 0.1.0 | 5.0e-7 |');
    expect(text).not.toContain('| alone | 0.1.0');
    expect(text).not.toContain('Loop');
    expect(text).toContain('Measured 2026-11-21');
    expect(tables({ ...report, engines, races })).toBe(tables(report));
  });

  it('of training have a row for each number of threads, and the native ones', () => {
    const of_training = (threads, engines) => {
      const one = race(threads, engines);
      return { ...one, case: { ...one.case, name: 'facts', tokens: 96, task: 'training' } };
    };
    const races = [
      of_training(1, [measured('ffn-lab', 20, 0.1), measured('peer', 50, 0.1)]),
      of_training(2, [measured('ffn-lab', 20, 0.1), measured('peer', 30, 0.1)]),
    ];
    const native = ['ffn-lab, AVX2', 'PyTorch'].map((engine, index) => ({
      engine,
      case: races[0].case,
      activation: 'gelu',
      threads: 2,
      milliseconds: spread(2 + index),
    }));
    const text = tables({ ...report, races, native }, 'training');
    expect(text).toContain('|  | ffn-lab | Peer | best other ÷ ffn-lab |');
    expect(text).toContain('| One thread | 20.0 (18.0 to 22.0) | 50.0 (45.0 to 55.0) | 2.50× |');
    expect(text).toContain('| 2 threads | 20.0 (18.0 to 22.0) | 30.0 (27.0 to 33.0) | 1.50× |');
    expect(text).toContain('Outside the browser, 2 threads, milliseconds of a step of training:');
    expect(text).toContain('| 96 sentences, GELU | 2.00 | 3.00 | 1.50× |');
  });

  it.each(['gradients', 'training'])('are empty for %s, which were not measured', (task) => {
    expect(tables(report, task)).toBe('');
  });

  it('have no best other engine where none ran', () => {
    expect(lead_of(race(1, [measured('ffn-lab', 1, 1), measured('ffn-lab-simd', 2, 1)]))).toBe('–');
  });

  it('compare times of one round, so that a machine that slows down changes no ratio', () => {
    const by_round = (engine, ...times) => ({ ...measured(engine, 1, 1), by_round: times });
    const drifting = race(1, [
      by_round('ffn-lab', 1, 2, 4, 8, 8),
      by_round('peer', 2, 4, 8, 16, 1),
      by_round('slower', 3, 6, 12, 24, 24),
    ]);
    expect(lead_of(drifting)).toBe('2.00×');
  });
});
