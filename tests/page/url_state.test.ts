import { describe, expect, it } from 'vitest';
import {
  default_state,
  initial_state,
  own_data_of,
  page_parameters,
  parameter_names,
  read_hash,
  shared_parameters,
  write_hash,
} from '../../web/page/src/state/url_state.ts';
import type { UrlState } from '../../web/page/src/state/url_state.ts';

const other: UrlState = {
  ...initial_state,
  example: 'gpt2',
  token: 7,
  gelu: 'gelu',
  stage: 'linear2',
  x: 1.25,
  zoom: true,
  curves: ['gelu', 'gelu_sigmoid'],
  brush: [-1, -0.5],
  edits: [
    { tensor: 'x', index: 0, value: 1.25 },
    { tensor: 'w1', index: 17, value: -0.3 },
  ],
  threshold: 0.05,
  dropout: 0.5,
  dropout_placement: 'output',
  dropout_passes: 1000,
  feature: 12,
  d_model: 1600,
  bias: false,
  block_norm: 'post',
  block_shortcuts: false,
  block_box: 'norm1',
  speed_tokens: 8,
  speed_d_model: 256,
  speed_mode: 'burst',
  bridge_toy: 'gpt2',
  train_data: 'spiral',
  train_seed: 7,
  train_width: 64,
  train_optimizer: 'sgd',
  train_lr: 0.1,
  train_changes: [
    { step: 0, kind: 'kill' },
    { step: 90, kind: 'lr', lr: 0.003 },
    { step: 90, kind: 'revive' },
  ],
  train_step: 120,
  fit_curve: 'step',
  fit_points: Array.from({ length: 33 }, (_, index) => [-0.85, 0, 1.15][index % 3] ?? NaN),
  fit_width: 8,
  fit_step: 40,
  emphasis: 'relu',
  loss: 'sum',
  depth: 5,
  depth_norm: 'post',
  fact: 12,
  fact_prompt: [7, 0, 832],
  fact_attention: false,
  fact_network: false,
  fact_activation: 'relu',
  fact_unit: 31,
  fact_unit_on: false,
  fact_silenced: 4,
  fact_rewrites: [
    { sentence: 12, wanted: 45 },
    { sentence: 77, wanted: 3 },
  ],
  model: 'sample',
  model_layer: 11,
  model_neuron: 0,
  scale_by: -1,
  scale_site: 'before_activation',
  teach: ['controls', 'guide'],
  panel: 'dropout',
};

describe('the state in the address', () => {
  it('is restored from the address', () => {
    for (const state of [
      initial_state,
      other,
      { ...other, gelu: 'gelu_tanh', x: -0.735123 },
    ] as UrlState[]) {
      expect(read_hash(write_hash(state))).toEqual({ state, refused: false });
    }
  });

  it('omits default values', () => {
    expect(write_hash(initial_state)).toBe('');
    expect(write_hash({ ...initial_state, example: 'chapter', gelu: 'gelu_tanh' })).toBe(
      '#v=2&example=chapter',
    );
    expect(write_hash({ ...other, x: 1e-10 })).toBe(
      '#v=2&example=gpt2&edits=x.0:1.25,w1.17:-0.3&token=7&gelu=gelu&stage=linear2&x=0&brush=-1~-0.5&threshold=0.05&feature=12&train_seed=7&emphasis=relu' +
        '&fact=12&fact_prompt=7.0.832&fact_attention=0&fact_network=0&fact_activation=relu&fact_unit=31&fact_unit_on=0' +
        '&zoom=1&curves=gelu,gelu_sigmoid&fit_curve=step' +
        `&fit_points=${Array.from({ length: 11 }, () => '-85.0.115').join('.')}&fit_width=8&fit_step=40` +
        '&loss=sum&depth=5&depth_norm=post&block_norm=post&block_shortcuts=0&block_box=norm1&bridge_toy=gpt2' +
        '&model=sample&model_layer=11&model_neuron=0&scale_by=-1&scale_site=before_activation&d_model=1600&bias=0' +
        '&dropout=0.5&dropout_placement=output&dropout_passes=1000&fact_silenced=4&fact_rewrites=12.45,77.3' +
        '&speed_tokens=8&speed_d_model=256&speed_mode=burst' +
        '&train_data=spiral&train_width=64&train_optimizer=sgd&train_lr=0.1&train_changes=0.kill,90.lr0.003,90.revive&train_step=120' +
        '&teach=controls,guide&panel=dropout',
    );
  });

  it('is read in any order', () => {
    const parts = write_hash(other).slice('#v=2&'.length).split('&');
    expect(read_hash(`#v=2&${parts.reverse().join('&')}`)).toEqual({
      state: other,
      refused: false,
    });
  });

  it('gives each parameter of a step a name of its own', () => {
    const entries = import.meta.glob<{ readonly parameters?: object }>(
      '../../web/page/src/steps/*/entry.ts',
      { eager: true },
    );
    const of_steps = Object.values(entries).map(({ parameters = {} }) => parameters);
    const all = [shared_parameters, page_parameters, ...of_steps].flatMap(Object.keys);
    expect(all.sort()).toEqual([...parameter_names].sort());
  });

  it('means one token where a link of version 1 names no example', () => {
    expect(read_hash('#v=1&token=3').state).toEqual({
      ...default_state('notebook_token'),
      token: 3,
    });
    expect(read_hash('#v=1&example=chapter').state).toEqual(default_state('chapter'));
    expect(write_hash(default_state('notebook_token'))).toBe('#v=2&example=notebook_token');
    expect(read_hash('#v=2').state).toEqual(initial_state);
  });

  it('uses the default GELU form of the example', () => {
    expect(read_hash('#v=2&example=chapter').state.gelu).toBe('gelu_tanh');
    expect(read_hash('#v=2&example=chapter&gelu=gelu').state.gelu).toBe('gelu');
  });

  it('does not depend on the order of the chosen curves', () => {
    expect(write_hash({ ...initial_state, curves: ['gelu', 'relu'] })).toBe('');
    expect(read_hash('#v=2&curves=gelu_tanh,relu').state.curves).toEqual(['relu', 'gelu_tanh']);
  });

  it('is the default for the anchor of a section', () => {
    expect(read_hash('#feed_forward')).toEqual({ state: initial_state, refused: false });
  });

  it.each([
    '#v=3&example=gpt2',
    '#example=gpt2',
    '#v=2&__proto__=1',
    '#v=2&constructor=1',
    '#v=2&x=NaN',
    '#v=2&x=1e400',
    '#v=2&x=0x10',
    '#v=2&x=1001',
    '#v=2&token=-1',
    '#v=2&token=1.5',
    '#v=2&token=99999',
    '#v=2&example=<img src=x onerror=alert(1)>',
    '#v=2&zoom=yes',
    '#v=2&curves=',
    '#v=2&curves=silu',
    '#v=2&curves=gelu,gelu',
    '#v=2&curves=gelu,constructor',
    '#v=2&threshold=0.02',
    '#v=2&dropout=1',
    '#v=2&dropout_placement=input',
    '#v=2&dropout_passes=1e9',
    '#v=2&feature=-1',
    '#v=2&d_model=0',
    '#v=2&d_model=65537',
    '#v=2&d_model=1e3',
    '#v=2&bias=no',
    '#v=2&block_norm=rms',
    '#v=2&block_shortcuts=2',
    '#v=2&block_box=constructor',
    '#v=2&speed_tokens=33',
    '#v=2&speed_d_model=1e3',
    '#v=2&speed_mode=slow',
    '#v=2&bridge_toy=toy',
    '#v=2&train_data=mnist',
    '#v=2&train_lr=0.02',
    '#v=2&train_step=20001',
    '#v=2&train_changes=50.kill,40.kill',
    '#v=2&train_changes=50.lr0.02',
    '#v=2&train_changes=50.lr1e3',
    '#v=2&train_changes=20000.kill',
    `#v=2&train_changes=${Array.from({ length: 31 }, () => '1.kill').join()}`,
    '#v=2&emphasis=tanh',
    '#v=2&loss=mse',
    '#v=2&depth=0',
    '#v=2&depth=13',
    '#v=2&depth_norm=rms',
    '#v=2&teach=',
    '#v=2&teach=controls,everything',
    '#v=2&panel=a b',
    `#v=2&panel=${'x'.repeat(33)}`,
    '#v=2&edits=y.0:1',
    '#v=2&edits=x.-1:1',
    '#v=2&edits=x.0:1e9',
    '#v=2&edits=x.0:1,',
    `#v=2&edits=${'x.0:1,'.repeat(100)}x.0:1`,
    '#v=2&stage=later',
    '#v=2&brush=1',
    '#v=2&brush=1~0',
    '#v=2&brush=0~1~2',
    '#v=2&brush=~',
    `#v=2&x=${'1'.repeat(1_000_000)}`,
    '#%E0%A4%A',
    '#v=2&x=%00',
  ])('refuses %.40s', (hash) => {
    const { state, refused } = read_hash(hash);
    expect(refused).toBe(true);
    expect(state).toEqual(initial_state);
  });

  it('uses the valid parts of a partly invalid address', () => {
    expect(read_hash('#v=2&example=gpt2&token=3&x=oops')).toEqual({
      state: { ...initial_state, example: 'gpt2', gelu: 'gelu_tanh', token: 3 },
      refused: true,
    });
  });
});

it('names the user’s own data, and whether a link contains them', () => {
  const matrix = { rows: 1, columns: 2, data: Float32Array.of(1, 2) };
  const train_points = { drawn: 'classes', points: [] } as const;
  const pasted = { ...initial_state, example: 'pasted' } as const;
  expect(own_data_of({ ...initial_state, matrix, train_points })).toEqual([]);
  expect(own_data_of(pasted)).toEqual([{ name: 'matrix', in_link: false }]);
  expect(own_data_of({ ...pasted, matrix, train_data: 'own' })).toEqual([
    { name: 'matrix', in_link: true },
    { name: 'data', in_link: false },
  ]);
  expect(own_data_of({ ...initial_state, train_data: 'own', train_points })).toEqual([
    { name: 'data', in_link: true },
  ]);
});
