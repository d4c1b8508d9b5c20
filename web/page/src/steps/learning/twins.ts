/**
 * The twins of the facts model in training, and the numbers that are recorded on the way, which
 * depend on the step alone.
 */
import type { Lab, LanguageTraining, Tensor } from 'ffn-lab';
import { first_token, type CorpusFile } from '../../language_model/corpus.ts';
import type { Progress } from '../../compute/recipe.ts';
import type { FactActivation } from '../../state/url_state.ts';

type Both<Value> = Readonly<Record<FactActivation, Value>>;
const both = <Value>(make: (name: FactActivation) => Value): Both<Value> => ({
  gelu: make('gelu'),
  relu: make('relu'),
});

/**
 * Steps between two recorded ones, up to a step and later. At the later ones the runs store their
 * states, so that rewinding is fast.
 */
const [finer, finer_up_to, coarser] = [10, 120, 30];

/** Returns the steps whose numbers are recorded, from 0 to the last one. */
export function recorded_steps(last: number): number[] {
  const steps: number[] = [];
  for (let step = 0; step < last; step += step < finer_up_to ? finer : coarser) steps.push(step);
  return [...steps, last];
}

/** Counts sentences: all, and by the numbers of their language and relation. */
function count(lab: Lab, { languages, relations }: CorpusFile, rows: CorpusFile['sentences']) {
  const numbers = (place: number): Tensor => ({
    data: Float32Array.from(rows, (row) => row[place] ?? NaN),
    shape: [rows.length],
  });
  const by = (place: number, bins: number) =>
    lab.histogram(numbers(place), { bins, range: [0, bins] }).counts;
  return {
    all: rows.length,
    languages: by(0, languages.length),
    relations: by(1, relations.length),
  };
}

/** Returns the numbers that are recorded of the runs' current step. */
function entry_of(lab: Lab, corpus: CorpusFile, runs: Both<LanguageTraining>) {
  const step = runs.gelu.steps;
  const answers = both((name) => runs[name].answers());
  const right = both((name) => {
    const said = answers[name];
    const sentences = corpus.sentences.filter((row, number) => row.at(-1) === said[number]);
    return count(lab, corpus, sentences);
  });
  // The loss of the batch of the last step; NaN before the first.
  return { step, answers, right, loss: both((name) => runs[name].losses()[step - 1] ?? NaN) };
}

/**
 * Content of a frame: a step, and for one of the twins the six most probable next words after a
 * prompt.
 */
export interface FrameState {
  readonly step: number;
  readonly activation: FactActivation;
  readonly prompt: readonly number[];
}

/** Both runs, always at the same step; they have the same initial weights and batches. */
export class Twins {
  readonly runs: Both<LanguageTraining>;
  readonly #lab: Lab;
  readonly #corpus: CorpusFile;
  readonly #due: ReadonlySet<number>;
  readonly #entries: ReturnType<typeof entry_of>[] = [];

  constructor(lab: Lab, corpus: CorpusFile) {
    [this.#lab, this.#corpus] = [lab, corpus];
    const sentences = corpus.sentences.map((row) => row.slice(first_token));
    this.runs = both((activation) =>
      lab.LanguageTraining({ ...corpus.training, sentences, activation, snapshot_every: coarser }),
    );
    this.#due = new Set(recorded_steps(corpus.training.schedule_steps));
    this.#entries.push(this.#entry());
  }

  /**
   * Moves to a step, back or forward, with the same bits each time; ends before it if a value is
   * not finite.
   */
  async go(step: number, progress?: Pick<Progress, 'pause'>): Promise<void> {
    this.#rewind(Math.min(step, this.#trained));
    while (this.#step < step && this.#train())
      await progress?.pause({ done: this.#step, of: step });
  }

  /** Returns the numbers of the current step, and of the recorded ones. */
  frame({ activation, prompt }: FrameState) {
    const { right, answers } =
      this.#entries.find(({ step }) => step === this.#step) ?? this.#entry();
    const model = this.runs[activation].model();
    const { words, probabilities } = model.next_word(prompt, { top: 6 });
    model.dispose();
    const entries = this.#entries;
    return {
      step: this.#step,
      last: this.#corpus.training.schedule_steps,
      /** The last step that was trained. */
      reached: this.#trained,
      right,
      answers,
      of: count(this.#lab, this.#corpus, this.#corpus.sentences),
      words: Array.from(words),
      probabilities: Array.from(words, (word) => probabilities.data[word] ?? NaN),
      /** Non-finite value that makes the next step impossible. */
      non_finite: both((name) => this.runs[name].non_finite),
      history: {
        steps: Int32Array.from(entries, ({ step }) => step),
        right: both((name) => Int32Array.from(entries, (entry) => entry.right[name].all)),
        loss: both((name) => Float64Array.from(entries, (entry) => entry.loss[name])),
      },
    };
  }

  get #step(): number {
    return this.runs.gelu.steps;
  }

  get #trained(): number {
    return Math.min(this.runs.gelu.recorded_steps, this.runs.relu.recorded_steps);
  }

  #rewind(step: number): void {
    for (const run of Object.values(this.runs)) if (run.steps !== step) run.rewind(step);
  }

  /** Trains both one step; returns whether all values were finite. */
  #train(): boolean {
    const [step, ...done] = [this.#step, this.runs.gelu.step(1), this.runs.relu.step(1)];
    const finite = done.every((steps) => steps === 1);
    if (!finite) this.#rewind(step);
    else if (this.#due.has(this.#step) && this.#step > (this.#entries.at(-1)?.step ?? -1))
      this.#entries.push(this.#entry());
    return finite;
  }

  #entry() {
    return entry_of(this.#lab, this.#corpus, this.runs);
  }
}
