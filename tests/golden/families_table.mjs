#!/usr/bin/env node
// Prints a Markdown table of the families in tests/golden/families: the names of their networks,
// what decides the activation, and the largest difference from PyTorch, in roundings of float32 of
// the largest output. Needs the built package; exits with 1 if a network is wrong.
//
//   node tests/golden/families_table.mjs

import { load } from '../../web/engine/dist/index.node.js';
import { families, most_roundings, open_family, roundings_from_torch } from './families.mjs';

const lab = await load();

const by = {
  names: 'names',
  config: 'config.json',
  metadata: "the file's metadata",
  caller: 'the caller',
};

function layer_names({ name, tensors, fused }) {
  const both = fused === undefined ? '' : `, ${fused.replaceAll('_', ' ')}`;
  return `\`${name}\`: ${Object.values(tensors).join(', ')}${both}`;
}

/** Says what happened, in roundings of float32 or in words. */
async function result_of(file, stack, with_config) {
  const { activation } = file.feed_forward_table({ stack: stack.name }) ?? {};
  const told = activation === undefined ? stack.activation : undefined;
  const roundings = await roundings_from_torch(file, stack, told);
  if (!(roundings < most_roundings)) return `WRONG: ${roundings} roundings`;
  const how = told !== undefined ? 'told' : with_config ? 'with config' : 'by default';
  return `${how}: ${roundings.toFixed(1)}`;
}

async function opened(family, stack) {
  const results = [];
  for (const with_config of family.config === undefined ? [false] : [false, true]) {
    const file = await open_family(lab, family, with_config);
    results.push(await result_of(file, stack, with_config).catch((error) => `WRONG: ${error}`));
    file.dispose();
  }
  return results.join('; ');
}

async function refusal(family) {
  const file = await open_family(lab, family, true);
  const error = await file.feed_forward(0).catch((caught) => caught);
  file.dispose();
  const right = family.refused.every((part) => error.message?.includes(part));
  return right ? `refused: ${error.message}` : `WRONG: ${error.message ?? 'opened'}`;
}

const rows = [];
for (const family of families) {
  for (const stack of family.stacks)
    rows.push([family.name, layer_names(stack), by[stack.decided_by], await opened(family, stack)]);
  if (family.refused !== undefined) rows.push([family.name, '', '', await refusal(family)]);
}
const heads = ['family', 'stack: layers', 'activation from', 'opened'];
const lines = [heads, heads.map(() => '---'), ...rows];
console.log(lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'));
const wrong = rows.filter(([, , , result]) => result.includes('WRONG')).length;
console.log(`\n${families.length} families, ${rows.length} rows, ${wrong} wrong`);
process.exit(wrong === 0 ? 0 : 1);
