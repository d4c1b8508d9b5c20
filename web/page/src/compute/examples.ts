/**
 * The network and the input of each example. The text of each function is also a part of the
 * programs that the page shows.
 */
import type { FeedForward, Lab, LanguageModel, Tensor } from 'ffn-lab';

export interface Network {
  readonly ffn: FeedForward;
  readonly x: Tensor;
  readonly words?: readonly string[] | undefined;
}

/** The language model of the facts and its corpus, web/model/vocabulary.json. */
export interface Facts {
  readonly model: LanguageModel;
  readonly corpus: {
    readonly languages: readonly string[];
    readonly vocabulary: readonly string[];
    /** Numbers of language, relation, subject and wording, then the tokens, the answer last. */
    readonly sentences: readonly (readonly number[])[];
  };
}

const zeros = (length: number): Tensor => ({ data: new Float32Array(length), shape: [length] });

/**
 * x, W1 and W2 drawn in this order from NumPy's generator with seed 42, weights stored as (in,
 * out), zero biases.
 */
function seed_42(lab: Lab, shape: readonly number[]): Network {
  const rng = lab.RandomState(42);
  const x = rng.randn(shape);
  const w1 = rng.randn([8, 32], { scale: 0.1 });
  const w2 = rng.randn([32, 8], { scale: 0.1 });
  const weights = { w1, b1: zeros(32), w2, b2: zeros(8) };
  return { x, ffn: lab.FeedForward({ weights, layout: 'in_out' }) };
}

export function notebook_token(lab: Lab): Network {
  return seed_42(lab, [8]);
}

export function notebook_batch(lab: Lab): Network {
  return seed_42(lab, [2, 5, 8]);
}

/** The worked example 4 → 8 → 4: two positions, zero biases. */
export function chapter(lab: Lab): Network {
  const { x, w1, w2 } = worked_tensors();
  return { x, ffn: lab.FeedForward({ weights: { w1, b1: zeros(8), w2, b2: zeros(4) } }) };
}

/**
 * The trained network of the model of the facts; x is what its block passes to it at each token
 * before the answer of a sentence.
 */
export function facts(
  lab: Lab,
  { model, corpus }: Facts,
  sentence: number | undefined,
  language: string,
): Network {
  const first = corpus.sentences.find(([of = 0]) => corpus.languages[of] === language);
  const prompt = (corpus.sentences[sentence ?? -1] ?? first ?? []).slice(4, -1);
  const [x] = model.trace(prompt).blocks.map(({ norm2 }) => norm2);
  const [weights] = model.weights().blocks.map(({ feed_forward }) => feed_forward);
  if (x === undefined || weights === undefined) throw new Error('the model has no block');
  return {
    x,
    ffn: lab.FeedForward({ weights }),
    words: prompt.map((token) => corpus.vocabulary[token] ?? ''),
  };
}

/**
 * GPT-2's size. Two seeds: with one, the first rows of W1 would be the tokens, scaled, and those
 * neurons would have very large activations.
 */
export function gpt2(lab: Lab): Network {
  const x = lab.RandomState(43).randn([1, 10, 768]);
  return {
    x,
    ffn: lab.FeedForward({
      d_model: 768,
      d_ff: 3072,
      activation: 'gelu_tanh',
      init: 'gpt2',
      seed: 42,
    }),
  };
}

/** A network for the user's own input. */
export function pasted(lab: Lab, x: Tensor): Network {
  return { x, ffn: lab.FeedForward({ d_model: x.shape.at(-1) ?? 0, init: 'pytorch', seed: 42 }) };
}

function matrix(rows: readonly (readonly number[])[]): Tensor {
  return { data: Float32Array.from(rows.flat()), shape: [rows.length, rows[0]?.length ?? 0] };
}

const worked_tensors = () => ({
  x: matrix(worked_example.x),
  w1: matrix(worked_example.w1),
  w2: matrix(worked_example.w2),
});

/** The numbers of the worked example; each row of a matrix is a list. */
export const worked_example = {
  x: [
    [1.0, 0.5, -0.3, 0.8],
    [0.2, -0.4, 0.6, 0.1],
  ],
  w1: [
    [0.1, 0.2, 0.3, 0.4],
    [0.2, 0.1, 0.4, 0.3],
    [0.3, 0.4, 0.1, 0.2],
    [0.4, 0.3, 0.2, 0.1],
    [0.1, 0.3, 0.2, 0.4],
    [0.2, 0.4, 0.1, 0.3],
    [0.3, 0.1, 0.4, 0.2],
    [0.4, 0.2, 0.3, 0.1],
  ],
  w2: [
    [0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2],
    [0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1],
    [0.1, 0.1, 0.2, 0.2, 0.1, 0.1, 0.2, 0.2],
    [0.2, 0.2, 0.1, 0.1, 0.2, 0.2, 0.1, 0.1],
  ],
};
