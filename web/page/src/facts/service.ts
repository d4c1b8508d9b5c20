/** Handlers of the worker of the facts: it loads the corpus and the models, and runs recipes on them. */
import type { Lab } from 'ffn-lab';
import { next_task } from '../numbers/handler.ts';
import type { CallsOf } from '../numbers/handler.ts';
import type { FactActivation } from '../numbers/url_state.ts';
import { first_token } from './corpus.ts';
import { corpus, model_file, open_facts, vocabulary_text } from './open.ts';
import * as recipes from './recipe.ts';
import type { FactsModel, ModelState, TwinState } from './recipe.ts';

/** Returns the sentences of a language, or of all: the tables of the facts and their programs use the same. */
const sentences_of = (language?: string) =>
  corpus.sentences.filter(([of]) => language === undefined || corpus.languages[of ?? -1] === language).map((row) => row.slice(first_token));

async function load(lab: Lab, activation: FactActivation): Promise<FactsModel> {
  const { model } = await open_facts(lab, activation);
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
    /** The files as web/model has them. */
    vocabulary_file: () => vocabulary_text,
    model_file: ({ activation }: TwinState) => model_file(activation),
    next: on_model(recipes.next),
    right: async (state: ModelState) => {
      // The next word takes a hundredth of the time and is first.
      await next_task();
      return recipes.right(lab, await model_of(state.activation), state);
    },
    holders: on_model(recipes.holders),
    strips: on_model(recipes.strips),
    memory: on_model(recipes.memory),
    twins: async (state: Parameters<typeof recipes.twins>[2]) =>
      recipes.twins(lab, { gelu: await model_of('gelu'), relu: await model_of('relu') }, state),
    forgotten: on_model(recipes.forgotten),
    rewritten: on_model(recipes.rewritten),
  };
}

export type FactsCalls = CallsOf<ReturnType<typeof make_handlers>>;
