/**
 * The shown block, and its selected and highlighted box, shared by the diagram, the detail and the
 * table.
 */
import { batch, computed, signal } from '@preact/signals';
import { answers_of, shown_answer, type AnswerOf } from '../../numbers/answers.ts';
import { boxes_of, type BlockBox } from './boxes.ts';
import { store } from '../../state/store.ts';
import { t } from '../../words/i18n.ts';
import type * as recipe from './recipe.ts';

export const { block, gpt2_cost, without_parts } = answers_of<typeof recipe>('block');
export type BlockAnswer = AnswerOf<typeof block>;

/** The newest answer, the block that it describes, and the token and the box chosen in it. */
export const shown = computed(() => {
  const answer = shown_answer(block);
  const { block_norm: norm, block_shortcuts: shortcuts } = answer?.state ?? {
    block_norm: store.block_norm.value,
    block_shortcuts: store.block_shortcuts.value,
  };
  const boxes = boxes_of({ norm, shortcuts });
  const tokens = answer?.value.tokens ?? 1;
  return {
    answer,
    shape: { norm, shortcuts },
    boxes,
    tokens,
    token: Math.min(store.token.value, tokens - 1),
    /** The chosen box, or `feed_forward` if the block does not have it. */
    selected: boxes.find((box) => box === store.block_box.value) ?? 'feed_forward',
  };
});

const pointed_box = signal<BlockBox | undefined>(undefined);
const focused_box = signal<BlockBox | undefined>(undefined);

/** The box that the pointer has moved to, or else that with the keyboard focus. */
export const attended_box = computed(() => pointed_box.value ?? focused_box.value);

export const choose_box = (box: BlockBox) => (store.block_box.value = box);

/**
 * Returns the listeners of an element that stands for a box, and the class that shows its state.
 */
export function linked_to(box: BlockBox, kind: 'box' | 'row') {
  const focus = () =>
    batch(() => {
      focused_box.value = box;
      pointed_box.value = undefined;
    });
  const states = [
    box === shown.value.selected && 'selected',
    box === attended_box.value && 'linked',
  ].filter(Boolean);
  return {
    state: states.map((state) => `block_${kind}_${String(state)}`).join(' '),
    listeners: {
      onClick: () => choose_box(box),
      onFocusIn: focus,
      onFocusOut: () => (focused_box.value = undefined),
      // Not when it enters: the page that scrolls to the focus moves under a pointer at rest.
      onPointerMove: () => (pointed_box.value = box),
      onPointerLeave: () => (pointed_box.value = undefined),
    },
  };
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

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

/**
 * Returns a key handler that moves the focus from box to box; with `choose` it also selects the
 * box, as in a radio group.
 */
export const move_between_boxes =
  (selector: string, choose: boolean) =>
  (event: KeyboardEvent & { readonly currentTarget: Element }) => {
    const boxes = Array.from(
      event.currentTarget.querySelectorAll<HTMLElement | SVGElement>(selector),
    );
    const current = boxes.findIndex((box) => box === document.activeElement);
    const step = choose && (event.key === 'Enter' || event.key === ' ') ? 0 : steps[event.key];
    if (current < 0 || step === undefined) return;
    event.preventDefault();
    const next = boxes[Math.min(boxes.length - 1, Math.max(0, current + step))];
    next?.focus();
    if (choose) choose_box(next?.dataset.box as BlockBox);
  };
