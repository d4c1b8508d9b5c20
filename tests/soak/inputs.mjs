// Texts, files and addresses that a random user enters: valid, invalid and hostile.
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { make_checkpoint } from '../e2e/synthetic_checkpoint.mjs';

export const texts = [
  '0.5', '1,5', '-2', '1e3', '1e400', '0', '-0', 'NaN', 'Infinity', '', ' ', '0x10', '７', '12', '3072', '99999999999', '42',
  '1 2 3\n4 5 6', '0.1 0.2 0.3 0.4\n-1 -2 -3 -4', '1 2\n3', '<img src=x onerror=alert(1)>', 'réseau', 'tham số', 'gelu',
  '1'.repeat(5000), '\u202e{}', 'The cat sat on the mat',
]; // prettier-ignore

/** Valid and invalid addresses. */
export const hashes = [
  '',
  '#all',
  '#term_mask',
  '#v=2&example=chapter&token=1&x=-0.75&panel=activation',
  '#v=2&example=notebook_batch&token=3&x=1.25&zoom=1&panel=independence',
  '#v=2&example=pasted&panel=feed_forward',
  '#v=2&gelu=gelu_tanh&stage=activation&brush=-1_0.5&panel=feed_forward',
  '#v=2&dropout=0.5&dropout_placement=output&dropout_passes=1000&panel=dropout',
  '#v=2&block_norm=post&block_shortcuts=0&depth=12&depth_norm=pre&loss=sum&panel=backward',
  '#v=2&train_data=spiral&train_seed=3&train_optimizer=sgd&train_lr=0.1&train_width=8&train_step=30&panel=training',
  '#v=2&train_width=16&train_changes=40.kill,60.lr0.03,80.revive&train_step=100&panel=training',
  '#v=2&train_optimizer=sgd&train_lr=10&train_step=400&panel=training',
  '#v=2&model=sample&model_layer=1&model_neuron=7&scale_by=-1&panel=checkpoint',
  '#v=2&d_model=65536&bias=0&panel=cost',
  '#v=2&teach=controls,prose&panel=hidden',
  '#v=2&bridge_toy=gpt2&panel=bridge',
  '#v=2&token=9',
  '#v=2&token=-1&__proto__=1&example=%3Cscript%3E',
  `#v=2&edits=${'x'.repeat(5000)}`,
];

const csv = Array.from({ length: 40 }, (_, row) => `${row / 20 - 1},${(row * 7) % 11}`).join('\n');
const bytes_of = (path) => readFileSync(path);

/** @returns {{ name: string, buffer: Buffer }[]} */
export function make_files() {
  const path = fileURLToPath(
    new URL('../.artifacts/checkpoints/small.safetensors', import.meta.url),
  );
  make_checkpoint('small', path);
  const model = bytes_of(path);
  const file = (name, buffer) => ({ name, buffer });
  return [
    file('model.safetensors', model),
    file('other.safetensors', model),
    file('cut.safetensors', model.subarray(0, model.length >> 1)),
    file('empty.safetensors', Buffer.alloc(0)),
    file('page.safetensors', Buffer.from('<!doctype html><title>Not found</title>')),
    file('<img src=x onerror=alert(1)>.safetensors', Buffer.from('{"a":1}')),
    file('data.csv', Buffer.from(csv)),
    file('words.csv', Buffer.from('a,b\n1,zwei\n')),
    file('vocab.json', Buffer.from('{"a":0,"b":1,"ab":2}')),
    file('merges.txt', Buffer.from('#version: 0.2\na b\n')),
  ];
}
