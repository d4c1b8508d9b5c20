// A language model that learns facts: trains it, asks five questions, silences the hidden units
// that hold an answer, rewrites a fact.
//
//   node facts.mjs [STEPS [MODEL.safetensors [CORPUS.mjs]]]     writes the model if a file is given
//
// CORPUS exports `vocabulary`, a list of texts, and `sentences`, objects with `tokens`, the last of
// which is the answer. Default: the repository's web/model/corpus.mjs, 1850 sentences in three
// languages, which are learned in 350 steps.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { load } from 'ffn-lab';

const [steps = '350', file, corpus] = argv.slice(2);
const address =
  corpus === undefined
    ? new URL('../../model/corpus.mjs', import.meta.url)
    : pathToFileURL(resolve(corpus));
const { vocabulary, sentences } = await import(address.href);
const number_of = new Map(vocabulary.map((text, number) => [text, number]));
const facts = sentences.map(({ tokens }) => tokens.map((text) => number_of.get(text)));
const prompts = facts.map((fact) => fact.slice(0, -1));
const text_of = (tokens) => Array.from(tokens, (token) => vocabulary[token]).join(' ');

const lab = await load();
const run = lab.LanguageTraining({
  sentences: facts,
  n_vocab: vocabulary.length,
  schedule_steps: Number(steps),
  seed: 1,
});
console.log(`${facts.length} facts, ${vocabulary.length} words, ${run.parameter_count} parameters`);
while (run.steps < Number(steps) && run.step(Math.min(50, Number(steps) - run.steps)) > 0) {
  console.log(
    `step ${run.steps}  loss ${run.losses().at(-1).toFixed(3)}  right ${run.facts_right()}`,
  );
}

const model = run.model();
for (let i = 0; i < 5; i++) {
  const prompt = prompts[Math.floor((i * facts.length) / 5)];
  const { probabilities, words } = model.next_word(prompt, { top: 1 });
  console.log(
    `${text_of(prompt)} → ${text_of(words)} (${(100 * probabilities.data[words[0]]).toFixed(1)} %)`,
  );
}

// Each part contributes the facts that are lost without it.
const table = lab.FactTable(model, facts);
const right = (switches) => table.right({ switches: [switches] });
console.log(
  `right without attention: ${right({ attention: false })}, without the network: ${right({ feed_forward: false })}`,
);

// The hidden units that hold the first fact, and what the most important one does.
const prompt = prompts[0];
const { units, switches, after } = lab.knowledge_units(model, prompt);
console.log(
  `${text_of(prompt)} → ${text_of([after])} without ${units.length} units, right: ${table.right({ switches })}`,
);
const [{ unit }] = units;
const fires_on = Array.from(
  table.strongest_prompts({ unit, count: 3 }).prompts,
  (i) => `“${text_of(prompts[i])}”`,
).join(', ');
console.log(
  `unit ${unit} fires on ${fires_on}; it promotes ${text_of(lab.unit_words(model, { unit, count: 5 }).promoted)}`,
);

// The first fact gets the answer of another fact.
const wanted = facts.find((fact) => fact.at(-1) !== facts[0].at(-1)).at(-1);
const change = lab.rewrite(model, { prompt, wanted, prompts });
lab.apply_rewrite(model, change);
const rewritten = lab.FactTable(model, facts);
console.log(
  `${text_of(prompt)} → ${text_of(model.next_word(prompt, { top: 1 }).words)}, rewritten; right: ${rewritten.right()}`,
);

if (file !== undefined) await writeFile(file, model.to_safetensors({ dtype: 'F16' }));
for (const object of [run, model, table, rewritten, lab]) object.dispose();
