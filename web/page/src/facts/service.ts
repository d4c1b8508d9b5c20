/** Handlers of the worker of the facts: it loads the corpus and the models, and runs recipes on them. */
import type { Lab } from 'ffn-lab';
import corpus from '../../../model/vocabulary.json';
import type { CallsOf } from '../numbers/handler.ts';
import type { FactActivation } from '../numbers/url_state.ts';
import { first_token } from './corpus.ts';
import * as recipes from './recipe.ts';
import type { FactsModel, TwinState } from './recipe.ts';

/** Loaders of the models' bytes. */
const packed: Readonly<Record<FactActivation, () => Promise<{ readonly default: string }>>> = {
  gelu: () => import('virtual:facts/gelu'),
  relu: () => import('virtual:facts/relu'),
};

/** Returns the bytes that plugins/facts_archive.ts has packed. */
export function unpack_facts(text: string): Uint8Array {
  const planes = atob(text);
  const even = (planes.length + (planes.length % 2)) / 2;
  return Uint8Array.from({ length: planes.length }, (_, index) => planes.charCodeAt(index % 2 === 0 ? index / 2 : even + (index - 1) / 2));
}

/** Returns the sentences of a language, or of all: the tables of the facts and their programs use the same. */
const sentences_of = (language?: string) =>
  corpus.sentences.filter(([of]) => language === undefined || corpus.languages[of ?? -1] === language).map((row) => row.slice(first_token));

/** Returns the bytes of the file of a shipped model. */
export const shipped_file = async (activation: FactActivation): Promise<Uint8Array> => unpack_facts((await packed[activation]()).default);

async function load(lab: Lab, activation: FactActivation): Promise<FactsModel> {
  const checkpoint = await lab.open_checkpoint(await shipped_file(activation));
  const model = await checkpoint.language_model();
  checkpoint.dispose();
  const table = (language?: string) => lab.FactTable(model, sentences_of(language));
  return { model, sentences: sentences_of(), tables: { all: table(), en: table('en'), fr: table('fr'), vi: table('vi') } };
}

export function make_handlers(lab: Lab) {
  const models = new Map<FactActivation, Promise<FactsModel>>();
  const model_of = (activation: FactActivation) => {
    const model = models.get(activation) ?? load(lab, activation);
    models.set(activation, model);
    // A file that could not be fetched is fetched again.
    model.catch(() => models.delete(activation));
    return model;
  };
  const on_model =
    <State extends TwinState, Value>(recipe: (lab: Lab, model: FactsModel, state: State) => Value) =>
    async (state: State) =>
      recipe(lab, await model_of(state.activation), state);
  return {
    corpus: () => corpus,
    next: on_model(recipes.next),
    right: on_model(recipes.right),
    holders: on_model(recipes.holders),
    strips: on_model(recipes.strips),
    memory: on_model(recipes.memory),
    forgotten: on_model(recipes.forgotten),
    rewritten: on_model(recipes.rewritten),
  };
}

export type FactsCalls = CallsOf<ReturnType<typeof make_handlers>>;
