/** The numbers about the language model of the facts. ffn-lab computes all of them. */
import type { BlockSwitches, LanguageModel, Tensor } from 'ffn-lab';
import type { Given } from '../compute/recipe.ts';
import type { FactActivation } from '../state/url_state.ts';
import { count_language, count_right } from './counts.ts';
import type { FactsModel, FactsSession } from './session.ts';

export interface TwinState {
  readonly activation: FactActivation;
}

/** One of the twins, with parts of its block switched off. */
export interface ModelState extends TwinState {
  readonly switches: readonly BlockSwitches[];
}

const shown_words = 6;

/**
 * Numbers of the shown units of an answer, of the sentences on which a unit fires most, and of the
 * words that it changes most.
 */
const [shown_units, shown_prompts, shown_effects] = [8, 6, 5];

/** Returns the most probable next words, the most probable one first. */
function likely_words(
  model: LanguageModel,
  prompt: readonly number[],
  switches: readonly BlockSwitches[],
) {
  const { probabilities, words } = model.next_word(prompt, { top: shown_words, switches });
  return {
    words: Array.from(words),
    probabilities: Array.from(words, (word) => probabilities.data[word] ?? NaN),
  };
}

/** Returns the most probable next words after a prompt. */
export async function next(
  { session }: Given<FactsSession>,
  { activation, prompt, switches }: ModelState & { readonly prompt: readonly number[] },
) {
  const { model } = await session.facts(activation);
  return likely_words(model, prompt, switches);
}

/**
 * Answers all sentences, and counts those that end with the right word: of all languages, and of
 * each, by relations, too.
 */
export async function right(
  { session }: Given<FactsSession>,
  { activation, switches }: ModelState,
) {
  const facts = await session.facts(activation);
  // The next word takes a hundredth of the time and is first.
  await session.give_way();
  const answers = facts.table.answers({ switches });
  const count = (language: string) => count_language(answers, facts, language);
  return {
    answers,
    all: count_right(answers, facts),
    en: count('en'),
    fr: count('fr'),
    vi: count('vi'),
  };
}

/**
 * The next word after a prompt, and the sentences that end right: with all parts, without the
 * network, without attention, and without a hidden unit.
 */
export async function without_parts(
  { session }: Given<FactsSession>,
  {
    activation,
    prompt,
    unit,
  }: TwinState & { readonly prompt: readonly number[]; readonly unit: number },
) {
  const { model, table } = await session.facts(activation);
  const cases = [{}, { feed_forward: false }, { attention: false }, { silenced: [unit] }];
  const rows = cases.map((one) => {
    const { words, probabilities } = likely_words(model, prompt, [one]);
    return {
      word: words[0],
      probability: probabilities[0],
      right: table.right({ switches: [one] }),
    };
  });
  return { rows };
}

/**
 * Compares the network's output with what may replace it: 0, and its mean at the last words of all
 * prompts. The sentences that end right, and the next words after a prompt.
 */
export async function ablations(
  { lab, session }: Given<FactsSession>,
  { activation, prompt }: TwinState & { readonly prompt: readonly number[] },
) {
  const { model, table, sentences } = await session.facts(activation);
  const constant = model.copy();
  const layers = model.weights().blocks[0]?.feed_forward;
  if (layers === undefined) throw new Error('the model has no block');
  const outputs = lab.linear(table.hidden(), { weight: layers.w2, bias: layers.b2 });
  const mean_of = (feature: number) => {
    const data = outputs.data.filter((_, place) => place % model.d_model === feature);
    return lab.summarize({ data, shape: [data.length] }).mean;
  };
  // A network whose W2 is 0 puts out b2, whatever it reads.
  const w2 = { data: new Float32Array(layers.w2.data.length), shape: layers.w2.shape };
  const means = Float32Array.from({ length: model.d_model }, (_, feature) => mean_of(feature));
  const b2 = { data: means, shape: [model.d_model] };
  constant.set_weights({ blocks: [{ feed_forward: { w2, b2 } }] });
  const constant_table = lab.FactTable(constant, sentences);
  const switches = [{ feed_forward: false }];
  const compared = {
    output: { right: table.right(), ...likely_words(model, prompt, []) },
    zero: { right: table.right({ switches }), ...likely_words(model, prompt, switches) },
    mean: { right: constant_table.right(), ...likely_words(constant, prompt, []) },
    of: table.count,
  };
  for (const object of [constant_table, constant]) object.dispose();
  return compared;
}

/**
 * Returns the hidden units to which most of an answer's log-probability is attributed, by
 * integrated gradients, and its probability with each of them alone silenced.
 */
export async function holders(
  { lab, session }: Given<FactsSession>,
  {
    activation,
    prompt,
    answer,
  }: TwinState & { readonly prompt: readonly number[]; readonly answer: number },
) {
  const { model } = await session.facts(activation);
  const ranked = lab.attribute_units(model, prompt, answer).slice(0, shown_units);
  const probability = (silenced: readonly number[]) =>
    model.next_word(prompt, { switches: [{ silenced }] }).probabilities.data[answer] ?? NaN;
  return {
    probability: probability([]),
    without: ranked.map(({ unit }) => probability([unit])),
    units: ranked.map(({ unit }) => unit),
    attributions: ranked.map(({ attribution }) => attribution),
    d_ff: model.d_ff,
  };
}

/** Returns the hidden activations after the last word of each prompt, a row for each. */
export async function strips(
  { lab, session }: Given<FactsSession>,
  { activation, prompts }: TwinState & { readonly prompts: readonly (readonly number[])[] },
) {
  const { model } = await session.facts(activation);
  const rows = prompts.map((prompt) => {
    const hidden = model.trace(prompt).blocks.at(-1)?.feed_forward?.hidden;
    return Array.from(hidden?.data.slice(-model.d_ff) ?? []);
  });
  const hidden: Tensor = { data: Float32Array.from(rows.flat()), shape: [rows.length, model.d_ff] };
  const limit = lab.summarize(hidden).largest_finite_magnitude;
  return { hidden, d_ff: model.d_ff, limits: { low: -limit, high: limit } };
}

/**
 * Returns a hidden unit's activation after each sentence, the sentences on which it fires most, and
 * the words whose logits it raises and lowers most.
 */
export async function memory(
  { lab, session }: Given<FactsSession>,
  { activation, unit }: TwinState & { readonly unit: number },
) {
  const { model, table, hidden } = await session.facts(activation);
  const after_all = hidden().data;
  const { prompts, activations } = table.strongest_prompts({ unit, count: shown_prompts });
  const { effects, promoted, demoted } = lab.unit_words(model, { unit, count: shown_effects });
  const words_of = (words: Int32Array) => ({
    words: Array.from(words),
    effects: Array.from(words, (word) => effects.data[word] ?? NaN),
  });
  return {
    after: Float32Array.from(
      { length: table.count },
      (_, n) => after_all[n * model.d_ff + unit] ?? NaN,
    ),
    prompts: Array.from(prompts),
    activations: Array.from(activations),
    promoted: words_of(promoted),
    demoted: words_of(demoted),
  };
}

/**
 * Compares the twins: sentences that end right, hidden activations after the prompts that are
 * exactly 0, units that are 0 after all of them, and units silenced until a fact is gone.
 */
export async function twins(
  { lab, session }: Given<FactsSession>,
  { prompt }: { readonly prompt: readonly number[] },
) {
  const traits_of = ({ model, table, hidden, knowledge_units }: FactsModel) => {
    const { zero_share, per_neuron } = lab.sparsity(hidden());
    const { units, before, after } = knowledge_units(prompt);
    return {
      right: table.right(),
      of: table.count,
      zero_share,
      dead: per_neuron.zero.shares.filter((share) => share === 1).length,
      d_ff: model.d_ff,
      needed: units.length,
      /** False if the fact stays even without all units that support it. */
      gone: after !== before,
    };
  };
  return {
    gelu: traits_of(await session.facts('gelu')),
    relu: traits_of(await session.facts('relu')),
  };
}

/** Silences the first units that hold an answer: the next words, and the answers to all prompts. */
export async function forgotten(
  { session }: Given<FactsSession>,
  {
    activation,
    prompt,
    silenced,
  }: TwinState & { readonly prompt: readonly number[]; readonly silenced: number },
) {
  const facts = await session.facts(activation);
  const { units, before, after } = facts.knowledge_units(prompt);
  const switches = [{ silenced: units.slice(0, silenced).map(({ unit }) => unit) }];
  const answers = facts.table.answers({ switches });
  return {
    /** Number of silenced units that change the answer, or of all that support it if it stays. */
    needed: units.length,
    /** False if the fact stays even without all units that support it. */
    gone: after !== before,
    units: units.map(({ unit }) => unit),
    ...likely_words(facts.model, prompt, switches),
    answers,
    ...count_right(answers, facts),
  };
}

/**
 * Rewrites facts one after the other, each by a rank-one change of W2: the next words after a
 * prompt, the answers to all prompts, and the last change.
 */
export async function rewritten(
  { lab, session }: Given<FactsSession>,
  {
    activation,
    prompt,
    rewrites,
  }: TwinState & {
    readonly prompt: readonly number[];
    readonly rewrites: readonly { readonly sentence: number; readonly wanted: number }[];
  },
) {
  const facts = await session.facts(activation);
  const prompts = facts.sentences.map((sentence) => sentence.slice(0, -1));
  const changed = facts.model.copy();
  const changes = rewrites.map(({ sentence, wanted }, number) => {
    // Sentences that were rewritten before keep their new answers.
    const before = rewrites.slice(0, number).filter((one) => one.sentence !== sentence);
    const fixed = before.map((one) => prompts[one.sentence] ?? []);
    const change = lab.rewrite(changed, {
      prompt: prompts[sentence] ?? [],
      wanted,
      prompts,
      fixed,
    });
    lab.apply_rewrite(changed, change);
    return change;
  });
  const answers = lab.FactTable(changed, facts.sentences).answers();
  const likely = likely_words(changed, prompt, []);
  changed.dispose();
  const last = changes.at(-1);
  const limit_of = (tensor: Tensor) => lab.summarize(tensor).largest_finite_magnitude;
  return {
    ...likely,
    answers,
    ...count_right(answers, facts),
    change: last && {
      output_factor: last.output_factor,
      hidden_factor: last.hidden_factor,
      limits: { output: limit_of(last.output_factor), hidden: limit_of(last.hidden_factor) },
      probability: last.probability,
      steps: last.steps,
    },
  };
}
