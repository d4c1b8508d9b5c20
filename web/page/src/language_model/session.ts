/**
 * The models of the facts, which live as long as a worker: it opens the files that the page offers,
 * a program those that the reader has saved (step “What is it for?”, “Take the model with you”).
 */
import type { FactTable, KnowledgeUnits, Lab, LanguageModel, Tensor } from 'ffn-lab';
import { next_task } from '../compute/handler.ts';
import type { FactActivation } from '../state/url_state.ts';
import { first_token, type CorpusFile } from './corpus.ts';
import * as files from './open.ts';

export interface FactsModel {
  readonly model: LanguageModel;
  /** Tokens of the sentences, the answer last. */
  readonly sentences: readonly (readonly number[])[];
  /** The language of each sentence. */
  readonly languages: readonly string[];
  /** The relation of each sentence. */
  readonly relations: readonly string[];
  readonly table: FactTable;
  /** The hidden activations after each sentence's prompt, a row for each; keeps them. */
  readonly hidden: () => Tensor;
  /** Returns the hidden units that hold the model's answer to a prompt; keeps the last result. */
  readonly knowledge_units: (prompt: readonly number[]) => KnowledgeUnits;
}

export interface FactsSession {
  readonly corpus: () => Promise<CorpusFile>;
  readonly facts: (activation: FactActivation) => Promise<FactsModel>;
  /** Lets the shorter recipes of the same state run first. */
  readonly give_way: () => Promise<void>;
}

/** Returns a function of a prompt that keeps its last result. */
function keep_last<Result>(compute: (prompt: readonly number[]) => Result) {
  let last: { readonly prompt: string; readonly result: Result } | undefined;
  return (prompt: readonly number[]): Result => {
    if (last?.prompt !== String(prompt)) last = { prompt: String(prompt), result: compute(prompt) };
    return last.result;
  };
}

async function facts_of(lab: Lab, corpus: CorpusFile, file: Uint8Array): Promise<FactsModel> {
  const checkpoint = await lab.open_checkpoint(file);
  const model = await checkpoint.language_model();
  checkpoint.dispose();
  const sentences = corpus.sentences.map((row) => row.slice(first_token));
  const table = lab.FactTable(model, sentences);
  let hidden: Tensor | undefined;
  return {
    model,
    sentences,
    table,
    hidden: () => (hidden ??= table.hidden()),
    languages: corpus.sentences.map(([language]) => corpus.languages[language ?? -1] ?? ''),
    relations: corpus.sentences.map(([, relation]) => corpus.relations[relation ?? -1] ?? ''),
    // Takes the gradients of some twenty passes, and is needed again at each move of the slider.
    knowledge_units: keep_last((prompt) => lab.knowledge_units(model, prompt)),
  };
}

/** The session of a worker, which opens each model once. */
export function open_session(lab: Lab): FactsSession {
  const models = new Map<FactActivation, Promise<FactsModel>>();
  const load = async (activation: FactActivation) =>
    facts_of(lab, files.corpus, await files.model_file(activation));
  return {
    corpus: () => Promise.resolve(files.corpus),
    facts(activation) {
      const model = models.get(activation) ?? load(activation);
      models.set(activation, model);
      // A file that could not be fetched is fetched again.
      model.catch(() => models.delete(activation));
      return model;
    },
    give_way: next_task,
  };
}

/** Reads a file of the reader. */
export interface Reader {
  (name: string): Promise<Uint8Array>;
  (name: string, encoding: 'utf8'): Promise<string>;
}

/** The session of a program. */
export function make_session({
  lab,
  readFile,
}: {
  readonly lab: Lab;
  readonly readFile: Reader;
}): FactsSession {
  // The page has the files: step “What is it for?”, “Take the model with you”.
  const corpus = async () => JSON.parse(await readFile('vocabulary.json', 'utf8')) as CorpusFile;
  return {
    corpus,
    facts: async (activation) =>
      facts_of(lab, await corpus(), await readFile(`facts.${activation}.safetensors`)),
    give_way: () => Promise.resolve(),
  };
}
