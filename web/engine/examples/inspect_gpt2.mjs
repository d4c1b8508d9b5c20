// Applies the feed-forward network of one layer of a GPT-2 file to the embeddings of some tokens
// and prints statistics.
//
//   node inspect_gpt2.mjs MODEL.safetensors [LAYER] [TOKEN...]        any published size of GPT-2
import { open } from 'node:fs/promises';
import { argv } from 'node:process';
import { load } from 'ffn-lab';

const [path, layer = '0', ...ids] = argv.slice(2);
const tokens = ids.length > 0 ? ids.map(Number) : [0, 1, 2];
const percent = (share) => `${(100 * share).toFixed(1)} %`;

const lab = await load();
// Only the requested ranges are read: of a file of half a gigabyte, the header, one layer and a few
// rows.
const handle = await open(path);
const file = await lab.open_checkpoint(handle);
if (file.gpt2 === undefined)
  throw new Error(`${path} does not contain GPT-2, but ${file.tensors.length} other tensors`);
const { n_layers, d_model, d_ff, activation = 'gelu_tanh' } = file.gpt2; // GPT-2's
console.log(`GPT-2 with ${n_layers} layers, d_model ${d_model}, d_ff ${d_ff}, ${activation}`);

// The embeddings are the rows of one matrix. The model applies attention before this network, so
// they are not the inputs of a real sentence.
const prefix = file.tensors.some(({ name }) => name === 'wte.weight') ? '' : 'transformer.'; // published with both prefixes
const rows = await Promise.all(
  tokens.map((token) => file.tensor(`${prefix}wte.weight`, { rows: [token, 1] })),
);
const x = {
  data: Float32Array.from(rows.flatMap(({ data }) => [...data])),
  shape: [tokens.length, d_model],
};

const [scale, shift] = await Promise.all(
  ['weight', 'bias'].map((name) => file.tensor(`${prefix}h.${layer}.ln_2.${name}`)),
);
const norm = lab.LayerNorm({ weights: { scale, shift } });
const ffn = await file.feed_forward(Number(layer), { activation });
const trace = ffn.trace(norm.forward(x));
for (const name of ['pre_activation', 'hidden', 'output']) {
  const { mean, standard_deviation, minimum, maximum } = lab.summarize(trace[name]);
  const numbers = [mean, standard_deviation, minimum, maximum].map((value) =>
    value.toFixed(3).padStart(8),
  );
  console.log(`${name.padEnd(15)} mean, deviation, minimum, maximum ${numbers.join(' ')}`);
}

const { small_share } = lab.sparsity(trace.hidden, { threshold: 0.01 });
const silent = lab.dead_units(trace, { activation, threshold: 0.01 }).silent.length;
console.log(
  `${percent(small_share)} of the hidden activations are within 0.01 of zero; ${silent} of ${d_ff} units are silent for all tokens`,
);

// Each hidden unit is a key that a token matches and a value that the unit adds to the output; rank
// the units by their contribution.
for (const [index, token] of tokens.entries()) {
  const { neuron, cumulative_share } = lab.rank_neurons(ffn, trace, { token: index, top: 5 });
  console.log(
    `token ${token}: neurons ${neuron.join(', ')} contribute ${percent(cumulative_share.at(-1))} of the output`,
  );
}
lab.dispose();
await handle.close();
