import { FactTable, unit_options, type UnitOptions } from './fact_table.js';
import { LanguageModel } from '../layers/language_model.js';
import {
  expect_list,
  expect_number,
  expect_tensor,
  option,
  type OptionsOf,
  raw_of_own,
  type RawHandle,
  read_members,
  read_options,
  required,
  type Tensor,
  call,
  type ModuleInstance,
  type Like,
  type OwnInt32Array,
} from '../edge/index.js';
import {
  type BlockSwitches,
  expect_sentence,
  expect_sentences,
  type Sentence,
} from '../layers/sentences.js';

const knowledge_options = {
  /** Largest number of units to silence; default: all that support the answer. */
  most: option(expect_number),
};

/** Options of `lab.knowledge_units`. */
export interface KnowledgeOptions extends OptionsOf<typeof knowledge_options> {}

const expect_prompts = (argument: string, value: unknown) =>
  expect_list(argument, value, 'an array of sentences') as readonly Sentence[];

const rewrite_options = {
  /** Beginning of a sentence. */
  prompt: required<Sentence>(expect_sentence),
  /** The word with which the changed model continues it. */
  wanted: required(expect_number),
  /** Prompts whose answers should stay, usually the prompts of all facts. */
  prompts: required(expect_prompts),
  /**
   * Prompts for which the network's output must not change at all, such as facts rewritten before;
   * default: none.
   */
  fixed: option(expect_prompts),
  /** Index of the block whose W2 changes; default: the last one. */
  block: option(expect_number),
  /** Probability of the wanted word at which the search ends, above 0 and below 1; default 0.9. */
  probability: option(expect_number),
  /** Number added to the diagonal of C, as a fraction of the diagonal's mean; default 1. */
  ridge: option(expect_number),
  /**
   * Length of a gradient step, as a fraction of the norm of the block's output at the last word;
   * default 0.05.
   */
  step: option(expect_number),
  /** Largest number of gradient steps; default 200. */
  most_steps: option(expect_number),
};

/** Options of `lab.rewrite`. */
export interface RewriteOptions extends OptionsOf<typeof rewrite_options> {}

const apply_options = {
  /** Factor of the change; −1 takes it back, up to rounding; default 1. */
  scale: option(expect_number),
};

/** Options of `lab.apply_rewrite`. */
export interface ApplyRewriteOptions extends OptionsOf<typeof apply_options> {}

const rewrite_members = {
  block: required(expect_number),
  output_factor: required(expect_tensor),
  hidden_factor: required(expect_tensor),
};

/** The words whose probability a hidden unit raises and lowers (logit lens). */
export interface UnitWords {
  /**
   * Effect of the unit on each word, (n_vocab): token_embedding · (scale ⊙ (w − mean(w))), where w
   * is the unit's column of W2 and scale the final norm's. It is the change of the word's logit for
   * a unit activation of 1, times the standard deviation of the final norm's input, which depends
   * on the sentence and is the same for all words.
   */
  readonly effects: Tensor;
  /** The words with the largest effects, in descending order. */
  readonly promoted: OwnInt32Array;
  /** The words with the smallest effects, in ascending order. */
  readonly demoted: OwnInt32Array;
}

/** A hidden unit and what it contributes to an answer. */
export interface AttributedUnit {
  /** Index of the block. */
  readonly block: number;
  /** Index of the hidden unit in the block's network. */
  readonly unit: number;
  /**
   * Integrated gradient: activation times the gradient of the answer's log-probability, averaged
   * over 20 passes whose hidden activations are multiplied by 1/40, 3/40, …, 39/40, and summed over
   * the positions of the prompt. The attributions of all units add up to about what the hidden
   * activations contribute to the log-probability.
   */
  readonly attribution: number;
}

/** The hidden units that hold an answer. */
export interface KnowledgeUnits {
  /**
   * The silenced units in the order of silencing; without the last one the answer is still
   * `before`.
   */
  readonly units: readonly AttributedUnit[];
  /** Switches that silence these units, for `next_word`, `forward`, `trace` and `FactTable`. */
  readonly switches: readonly BlockSwitches[];
  /** The model's answer. */
  readonly before: number;
  /**
   * The answer with the units silenced; equals `before` if silencing all of them does not change
   * it.
   */
  readonly after: number;
}

/** A change of the second weight of a block's network: W2 + output_factor · hidden_factorᵀ. */
export interface Rewrite {
  /** Index of the block whose W2 changes. */
  readonly block: number;
  /** The change of the network's output at the prompt's last word, (d_model). */
  readonly output_factor: Tensor;
  /** C⁻¹k / (kᵀC⁻¹k) for the prompt's hidden vector k, (d_ff). */
  readonly hidden_factor: Tensor;
  /** Gradient steps of the search for `output_factor`. */
  readonly steps: number;
  /** The model's answer to the prompt. */
  readonly before: number;
  /** Its answer after the change. */
  readonly after: number;
  /** Probability of the wanted word after the change. */
  readonly probability: number;
}

/**
 * Analyses of language models: which hidden units hold a fact, what they write, and how a fact is
 * rewritten.
 */
export class LanguageAnalysis {
  readonly #instance: ModuleInstance;

  /** @internal Use `load()`. */
  constructor(instance: ModuleInstance) {
    this.#instance = instance;
  }

  #model(model: unknown): RawHandle {
    return raw_of_own(this.#instance, LanguageModel, 'LanguageModel', 'model', model);
  }

  /**
   * Creates a table of facts: sentences of two or more tokens whose last token is the answer to the
   * tokens before it. Dispose of it when done.
   */
  readonly FactTable = (model: LanguageModel, sentences: readonly Sentence[]): FactTable =>
    new FactTable(this.#instance, this.#model(model), sentences);
  /**
   * Returns the words that a hidden unit promotes and demotes: its column of W2 through the final
   * norm's scale and the output (logit lens). For a block that is not the last one this ignores the
   * later blocks.
   * @throws FfnError `invalid_argument` for a unit or block that does not exist
   */
  readonly unit_words = (model: LanguageModel, options: UnitOptions): UnitWords =>
    call(this.#instance.raw, 'unit_words', this.#model(model), read_options(options, unit_options));
  /**
   * Returns all hidden units in descending order of their attribution to `answer` after the prompt
   * (Dai et al. 2022, knowledge neurons).
   * @throws FfnError `invalid_argument` for an empty or too long prompt and for tokens outside of
   * the vocabulary
   */
  readonly attribute_units = (
    model: LanguageModel,
    prompt: Sentence,
    answer: number,
  ): AttributedUnit[] =>
    call(
      this.#instance.raw,
      'attribute_units',
      this.#model(model),
      expect_sentence('prompt', prompt),
      expect_number('answer', answer),
    );
  /**
   * Silences hidden units in the order of `attribute_units` for the model's own answer, until the
   * answer changes.
   * @throws FfnError as `attribute_units`
   */
  readonly knowledge_units = (
    model: LanguageModel,
    prompt: Sentence,
    options: KnowledgeOptions = {},
  ): KnowledgeUnits =>
    call(
      this.#instance.raw,
      'knowledge_units',
      this.#model(model),
      expect_sentence('prompt', prompt),
      read_options(options, knowledge_options),
    );
  /**
   * Finds the rank-one change of W2 that makes the model continue the prompt with the wanted word
   * (Meng et al. 2022, ROME); the model itself stays as it is. If the probability is out of reach,
   * the search stops once a step raises it by less than 0.1 %.
   * @throws FfnError `invalid_argument` for tokens outside of the vocabulary, empty or too long
   * prompts, options out of range
   */
  readonly rewrite = (model: LanguageModel, options: RewriteOptions): Rewrite => {
    const raw = this.#model(model);
    const { prompts, fixed, ...read } = read_options(options, rewrite_options);
    const sentences = {
      prompts: expect_sentences('prompts', prompts),
      ...(fixed !== undefined && fixed.length > 0 && { fixed: expect_sentences('fixed', fixed) }),
    };
    return call(this.#instance.raw, 'rewrite', raw, { ...read, ...sentences });
  };
  /**
   * Adds a change to W2 of the model. To take it back with the same bits, keep a `copy()` of the
   * model, or W2 for `set_weights`.
   * @throws FfnError `invalid_argument` for a block that does not exist and factors of other sizes
   */
  readonly apply_rewrite = (
    model: LanguageModel,
    rewrite: Like<Pick<Rewrite, 'block' | 'output_factor' | 'hidden_factor'>>,
    options: ApplyRewriteOptions = {},
  ): void => {
    const raw = this.#model(model);
    const change = read_members('rewrite', rewrite, rewrite_members);
    call(this.#instance.raw, 'apply_rewrite', raw, change, read_options(options, apply_options));
  };
}
