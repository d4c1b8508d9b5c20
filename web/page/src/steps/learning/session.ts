/**
 * The twins in training, which live longer than a step of them: the worker goes on from the last
 * step, a program trains from step 0 and gets the same bits.
 */
import type { Lab } from 'ffn-lab';
import type { CorpusFile } from '../../language_model/corpus.ts';
import * as files from '../../language_model/open.ts';
import type { Reader } from '../../language_model/session.ts';
import { make_turns } from '../../compute/handler.ts';
import type { Progress } from '../../compute/recipe.ts';
import type { FactActivation } from '../../state/url_state.ts';
import { Twins } from './twins.ts';

export interface TwinsState {
  readonly step: number;
  /** For programs: the last step of the record. */
  readonly reached?: number;
}

export interface LearningSession {
  /** Calls `use` with the twins at a step. */
  readonly with_twins: <Result>(
    state: TwinsState,
    progress: Progress,
    use: (twins: Twins) => Result | Promise<Result>,
  ) => Promise<Result>;
  /** Returns the file of a shipped model. */
  readonly model_file: (activation: FactActivation) => Promise<Uint8Array>;
}

/** The session of a worker, which keeps the twins. */
export function open_session(lab: Lab): LearningSession {
  const in_turn = make_turns();
  let twins: Twins | undefined;
  return {
    with_twins: ({ step }, progress, use) =>
      in_turn(async () => {
        twins ??= new Twins(lab, files.corpus);
        await twins.go(step, progress);
        return use(twins);
      }),
    model_file: files.model_file,
  };
}

/** The session of a program. */
export function make_session({
  lab,
  readFile,
}: {
  readonly lab: Lab;
  readonly readFile: Reader;
}): LearningSession {
  return {
    async with_twins({ step, reached = step }, progress, use) {
      const corpus = JSON.parse(await readFile('vocabulary.json', 'utf8')) as CorpusFile;
      const twins = new Twins(lab, corpus);
      await twins.go(reached, progress);
      await twins.go(step, progress);
      return use(twins);
    },
    model_file: (activation) => readFile(`facts.${activation}.safetensors`),
  };
}
