/** The answers of the panel on the backward pass, their columns, and the user's selections. */
import { batch } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { answers_of, type Answer, type AnswerOf } from '../../numbers/answers.ts';
import { window_length } from '../../state/tensor_names.ts';
import { asked_answer } from '../../numbers/asked.ts';
import type { State } from '../../state/state.ts';
import { store } from '../../state/store.ts';
import { t } from '../../words/i18n.ts';
import type * as recipe from './recipe.ts';
import type { Branch } from './recipe.ts';

/** In the order of the columns. */
export const branches: readonly Branch[] = ['gelu', 'relu'];
export type { Branch };

export const { gradients, weight_gradients, blocked, gelu_slopes, unit_path, by_depth } =
  answers_of<typeof recipe>('backward');
export const checks = asked_answer<typeof recipe.checks>('backward.checks');

export type GradientsAnswer = AnswerOf<typeof gradients>;
export type WeightsAnswer = AnswerOf<typeof weight_gradients>;
export type BlockedAnswer = AnswerOf<typeof blocked>;
export type PathAnswer = AnswerOf<typeof unit_path>;
export type ChecksAnswer = AnswerOf<typeof checks>;
export type DepthAnswer = AnswerOf<typeof by_depth>;

export const branch_name = ({ state }: Answer<unknown, State>, branch: Branch): string =>
  t(`activation.name_${branch === 'gelu' ? state.gelu : 'relu'}`);

type BranchesProps = {
  readonly answer: Answer<unknown, State>;
  readonly heading: 'h3' | 'h4';
  readonly children: (branch: Branch) => ComponentChildren;
};

/** A column for each activation. */
export function Branches({ answer, heading: Heading, children }: BranchesProps) {
  return (
    <div class="branches">
      {branches.map((branch) => (
        <div key={branch} class={`branch branch_${branch}`}>
          <Heading class="branch_title">{branch_name(answer, branch)}</Heading>
          {children(branch)}
        </div>
      ))}
    </div>
  );
}

/** Pins a hidden unit in all panels and moves the window of units to it. */
export function choose_unit(unit: number, token: number): void {
  batch(() => {
    store.pinned.value = { tensor: 'pre_activation', token, feature: unit };
    store.hovered.value = undefined;
    store.window_start.d_ff.value = unit - (unit % window_length);
  });
}

/** Makes one element of the output the loss. */
export function choose_output(token: number, feature: number): void {
  batch(() => {
    store.loss.value = 'element';
    store.token.value = token;
    store.feature.value = feature;
    store.window_start.d_model.value = feature - (feature % window_length);
  });
}
