// The operation that trains a language model on random sentences and analyses it.
import { activation_kinds } from 'ffn-lab';
import { keep, promise, same_bits, text_of } from './networks.mjs';
import { any_seed, some_of } from './numbers.mjs';
import { refusal } from './sequence.mjs';

function sentences_of(random, n_vocab) {
  const sentence = () => Array.from({ length: random.between(2, 5) }, () => random.below(n_vocab));
  return Array.from({ length: random.between(1, 9) }, sentence);
}

function switches_of(random, { n_layers, d_ff }) {
  const units = () => Array.from({ length: random.between(0, 3) }, () => random.below(d_ff));
  const block = () =>
    some_of(random, {
      attention: random.chance(0.5),
      feed_forward: random.chance(0.5),
      silenced: units(),
    });
  return random.chance(0.3) ? undefined : Array.from({ length: n_layers }, block);
}

/**
 * Analyses that an argument may make impossible, such as a prompt for which no hidden unit is
 * active.
 */
function analyses_of(lab, model, prompts, wanted) {
  const tries = [
    () => lab.knowledge_units(model, prompts[0]),
    () => lab.unit_words(model, { unit: wanted, count: 3 }),
    () => lab.rewrite(model, { prompt: prompts[0], wanted, prompts, most_steps: 5 }),
  ];
  return tries.map((work) => {
    try {
      return work();
    } catch (error) {
      return refusal(error);
    }
  });
}

/** Trains a model, compares its passes with each other, and reads it from its file. */
export async function language(tools) {
  const { lab, random, say } = tools;
  const n_vocab = random.between(2, 12);
  const sentences = sentences_of(random, n_vocab);
  const sizes = {
    n_vocab,
    n_layers: random.between(1, 2),
    n_heads: 2,
    d_model: 2 * random.between(1, 4),
    d_ff: random.between(1, 12),
  };
  const options = some_of(random, {
    activation: random.one_of(activation_kinds),
    learned: 'last_word',
    lr: random.one_of([0.1, 1e38]),
    snapshot_every: random.between(1, 9),
    seed: any_seed(random),
  });
  say(`${text_of(sizes)} ${text_of(options)}`);
  const run = keep(tools, 'other', lab.LanguageTraining({ sentences, ...sizes, ...options }));
  const steps = run.step(random.between(0, 12));
  run.rewind(random.below(steps + 1));
  run.step(steps - run.steps);
  const model = keep(tools, 'other', run.model());
  const table = keep(tools, 'other', lab.FactTable(model, sentences));
  promise(
    String(run.answers()) === String(table.answers()),
    'a run and a table give the same answers',
  );
  const prompts = sentences.map((sentence) => sentence.slice(0, -1));
  const switches = switches_of(random, model);
  const answers = prompts.map((prompt) => model.next_word(prompt, { switches }).words[0]);
  promise(
    String(answers) === String(table.answers({ switches })),
    'a table gives the answers of the model',
  );
  const logits = model.trace(sentences[0], { switches }).logits;
  promise(
    same_bits(logits, model.forward([sentences[0]], { switches })),
    'a trace gives the bits of forward',
  );
  const checkpoint = keep(tools, 'checkpoint', await lab.open_checkpoint(model.to_safetensors()));
  const again = keep(tools, 'other', await checkpoint.language_model());
  promise(same_bits(logits, again.forward([sentences[0]], { switches })), 'a model round-trips');
  return {
    apart: 'own',
    result: {
      losses: run.losses(),
      logits,
      answers,
      analyses: analyses_of(lab, model, prompts, random.below(n_vocab)),
    },
  };
}
