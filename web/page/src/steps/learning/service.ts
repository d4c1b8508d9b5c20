/** Handlers of the worker that trains the twins. */
import type { Lab } from 'ffn-lab';
import { corpus, model_file } from '../../facts/open.ts';
import { make_queue, pause_for, type CallContext, type CallsOf } from '../../numbers/handler.ts';
import { compare_twins } from './from_start.ts';
import { Twins, type FrameState } from './twins.ts';

export function make_handlers(lab: Lab) {
  const in_turn = make_queue();
  let twins: Twins | undefined;
  const at = async (step: number, context: CallContext): Promise<Twins> => {
    twins ??= new Twins(lab, corpus);
    await twins.go(step, pause_for(context));
    return twins;
  };
  return {
    corpus: () => corpus,
    learned: in_turn(async (state: FrameState, context) =>
      (await at(state.step, context)).frame(state),
    ),
    compared: in_turn(async ({ step }: { readonly step: number }, context) =>
      compare_twins(lab, await at(step, context), { model: model_file }),
    ),
  };
}

/** Progress is the step that the twins have reached. */
export type LearningCalls = CallsOf<ReturnType<typeof make_handlers>, number>;
