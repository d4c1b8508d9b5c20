#!/usr/bin/env node
/** node check_ceilings.mjs VARIANT FILE.wat: ends with 1 unless the loop of each ceiling holds just what its name says. */
import { readFileSync } from 'node:fs';

const chains = 12;

/** What stands in the loop of each exported function, by vector instruction. */
const expected = {
  fused: { 'f32x4.relaxed_madd': chains },
  fused_loaded: { 'f32x4.relaxed_madd': chains, 'v128.load': chains },
  separate: { 'f32x4.add': chains, 'f32x4.mul': chains },
  stream: { 'v128.xor': chains, 'v128.load': chains },
};
const of_variant = { relaxed: Object.keys(expected), simd: ['separate', 'stream'] };

/** The text from `start` to the parenthesis that closes the one at `start`. */
function expression_at(text, start) {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return text.slice(start, at + 1);
  }
  throw new Error('the text ends within an expression');
}

/** How often each vector instruction stands in the one loop of an exported function. */
function loop_of(text, name) {
  const internal = new RegExp(`\\(export "${name}" \\(func (\\S+)\\)\\)`).exec(text)?.[1];
  if (internal === undefined) throw new Error(`${name} is not exported`);
  const body = expression_at(text, text.indexOf(`(func ${internal} `));
  const loops = [...body.matchAll(/\(loop /g)];
  if (loops.length !== 1) throw new Error(`${name} has ${loops.length} loops`);
  const counts = {};
  for (const [, instruction] of expression_at(body, loops[0].index).matchAll(/\(((?:v128|[fi]\d+x\d+)\.\w+)/g))
    counts[instruction] = (counts[instruction] ?? 0) + 1;
  return counts;
}

const [variant, file] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');
for (const name of of_variant[variant]) {
  const found = loop_of(text, name);
  const sorted = (counts) => JSON.stringify(Object.entries(counts).sort());
  if (sorted(found) !== sorted(expected[name])) {
    console.error(`the loop of ${name} holds ${JSON.stringify(found)}; expected ${JSON.stringify(expected[name])}`);
    process.exit(1);
  }
  console.log(`${name}: ${JSON.stringify(found)}`);
}
