/**
 * Handlers of the worker of the facts: it loads the corpus and the models, and runs recipes on
 * them.
 */
import type { Lab } from 'ffn-lab';
import {
  make_queue,
  next_task,
  pause_for,
  type CallContext,
  type CallsOf,
} from '../numbers/handler.ts';
import type { FactActivation } from '../numbers/url_state.ts';
import { first_token } from './corpus.ts';
import { corpus, model_file, open_facts, variants_file, vocabulary_text } from './open.ts';
import * as recipes from './recipe.ts';
import type { FactsModel, ModelState, TwinState } from './recipe.ts';
import { trained, type VariantState } from './trained.ts';

/** Returns a function of a prompt that keeps its last result. */
function keep_last<Result>(compute: (prompt: readonly number[]) => Result) {
  let last: { readonly prompt: string; readonly result: Result } | undefined;
  return (prompt: readonly number[]): Result => {
    if (last?.prompt !== String(prompt)) last = { prompt: String(prompt), result: compute(prompt) };
    return last.result;
  };
}

async function load(lab: Lab, activation: FactActivation): Promise<FactsModel> {
  const { model } = await open_facts(lab, activation);
  const sentences = corpus.sentences.map((row) => row.slice(first_token));
  return {
    model,
    sentences,
    table: lab.FactTable(model, sentences),
    languages: corpus.sentences.map(([language]) => corpus.languages[language ?? -1]),
    // Takes the gradients of some twenty passes, and is needed again at each move of the slider.
    knowledge_units: keep_last((prompt) => lab.knowledge_units(model, prompt)),
  };
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
    <State extends TwinState, Value>(
      recipe: (lab: Lab, model: FactsModel, state: State) => Value,
    ) =>
    async (state: State) =>
      recipe(lab, await model_of(state.activation), state);
  const in_turn = make_queue();
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
    without_activation: on_model(recipes.without_activation),
    variants: () => variants_file,
    trained: in_turn((state: VariantState, context: CallContext) =>
      trained(lab, corpus, state, pause_for(context)),
    ),
  };
}

/** Progress is the step that a training has reached. */
export type FactsCalls = CallsOf<ReturnType<typeof make_handlers>, number>;
