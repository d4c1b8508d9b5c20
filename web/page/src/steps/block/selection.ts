/** Selected and highlighted box of the block, shared by the diagram and the table. */
import { signal } from '@preact/signals';
import { answers_of, type AnswerOf } from '../../numbers/answers.ts';
import type { BlockBox } from '../../numbers/block_boxes.ts';
import { t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import type * as recipe from './recipe.ts';

export const { block, gpt2_cost } = answers_of<typeof recipe>('block');
export type BlockAnswer = AnswerOf<typeof block>;

/** The box under the pointer or with the keyboard focus. */
export const attended_box = signal<BlockBox | undefined>(undefined);

export function choose_box(box: BlockBox): void {
  store.block_box.value = box;
}

const symbols: Partial<Record<BlockBox, string>> = {
  x: 'x',
  norm1: 'LayerNorm',
  norm2: 'LayerNorm',
  sum1: '+',
  sum2: '+',
  w1: 'W1',
  activation: 'GELU',
  feed_forward: 'W2',
};

/** Label of a box in the diagram: a symbol of the formulas, or a translated word. */
export const box_label = (box: BlockBox): string => symbols[box] ?? t('block.attention');

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** Returns a key handler that moves the focus from box to box; with `choose` it also selects the box, as in a radio group. */
export function move_between_boxes(selector: string, choose: boolean) {
  return (event: KeyboardEvent & { readonly currentTarget: Element }) => {
    const boxes = Array.from(event.currentTarget.querySelectorAll<HTMLElement | SVGElement>(selector));
    const current = boxes.findIndex((box) => box === document.activeElement);
    const is_activation_key = event.key === 'Enter' || event.key === ' ';
    const step = is_activation_key && choose ? 0 : steps[event.key];
    if (current < 0 || step === undefined) return;
    event.preventDefault();
    const next = boxes[Math.min(boxes.length - 1, Math.max(0, current + step))];
    next?.focus();
    if (choose) choose_box(next?.dataset.box as BlockBox);
  };
}
