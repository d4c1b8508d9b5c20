import type { BlockSwitches } from '../layers/sentences.js';
import type { Tensor } from '../edge/types.js';

/** The words whose probability a hidden unit raises and lowers (logit lens). */
export interface UnitWords {
  /**
   * Effect of the unit on each word, (n_vocab): token_embedding · (scale ⊙ (w − mean(w))), where w is the unit's column of W2 and scale that
   * of the final norm. It is the change of the word's logit for a unit activation of 1, times the standard deviation of the final norm's
   * input, which depends on the sentence and is the same for all words.
   */
  readonly effects: Tensor;
  /** The words with the largest effects, in descending order. */
  readonly promoted: Int32Array;
  /** The words with the smallest effects, in ascending order. */
  readonly demoted: Int32Array;
}

/** Prompts in descending order of a hidden unit's activation at their last position. */
export interface StrongestPrompts {
  /** Indices of the prompts in the table. */
  readonly prompts: Int32Array;
  /** The unit's activation for each of them. */
  readonly activations: Float32Array;
}

/** A hidden unit and what it contributes to an answer. */
export interface AttributedUnit {
  /** Index of the block. */
  readonly block: number;
  /** Index of the hidden unit in the block's network. */
  readonly unit: number;
  /**
   * Integrated gradient: activation times the gradient of the answer's log-probability, averaged over 20 passes whose hidden activations
   * are multiplied by 1/40, 3/40, …, 39/40, and summed over the positions of the prompt. Those of all units add up to about what the
   * hidden activations contribute to the log-probability.
   */
  readonly attribution: number;
}

/** The hidden units that hold an answer. */
export interface KnowledgeUnits {
  /** The silenced units in the order of silencing; without the last one the answer is still `before`. */
  readonly units: readonly AttributedUnit[];
  /** Switches that silence these units, for `next_word`, `forward`, `trace` and `FactTable`. */
  readonly switches: readonly BlockSwitches[];
  /** The model's answer. */
  readonly before: number;
  /** The answer with the units silenced; equals `before` if silencing all of them does not change it. */
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
