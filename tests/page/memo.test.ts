import { expect, it, vi } from 'vitest';
import { memo } from '../../web/page/src/controls/memo.ts';

interface Properties {
  readonly value: number;
  readonly place?: unknown;
  readonly note?: string;
}

/** Returns whether a component with the properties `before` is re-rendered with `next`. */
function is_rerendered(before: Properties, next: Properties): boolean {
  const Cell = memo<Properties>(() => null);
  const cell = new Cell(before);
  return cell.shouldComponentUpdate(next, cell.state);
}

it('re-renders when a property is changed, added or removed, and only then', () => {
  expect(is_rerendered({ value: NaN }, { value: NaN })).toBe(false);
  expect(is_rerendered({ value: 0 }, { value: -0 })).toBe(true);
  expect(is_rerendered({ value: NaN }, { value: 1 })).toBe(true);
  expect(is_rerendered({ value: 1 }, { value: 1, note: 'new' })).toBe(true);
  expect(is_rerendered({ value: 1, note: 'old' }, { value: 1 })).toBe(true);
});

it('compares arrays and records by their contents', () => {
  const same: readonly (readonly [unknown, unknown])[] = [
    [
      [2, 5, NaN],
      [2, 5, NaN],
    ],
    [
      { tensor: 'x', index: 1 },
      { tensor: 'x', index: 1 },
    ],
  ];
  for (const [before, next] of same)
    expect(is_rerendered({ value: 1, place: before }, { value: 1, place: next })).toBe(false);
  const other: readonly (readonly [unknown, unknown])[] = [
    [
      [2, 5],
      [2, 5, 8],
    ],
    [
      [2, 5, 8],
      [2, 5],
    ],
    [{ tensor: 'x' }, { tensor: 'x', index: 1 }],
    [[], {}],
    [{ tensor: 'x' }, undefined],
    // Replies of the core, elements and functions are compared by identity.
    [{ data: [1] }, { data: [1] }],
    [Float32Array.of(1), Float32Array.of(1)],
    [
      { type: 'p', constructor: Symbol.for('pv') },
      { type: 'p', constructor: Symbol.for('pv') },
    ],
    [() => 1, () => 1],
  ];
  for (const [before, next] of other)
    expect(is_rerendered({ value: 1, place: before }, { value: 1, place: next })).toBe(true);
});

it('re-renders when a signal that it reads has changed, which sets a new state', () => {
  const Cell = memo<Properties>(() => null);
  const cell = new Cell({ value: 1 });
  expect(cell.shouldComponentUpdate({ value: 1 }, {})).toBe(true);
});

it('passes its properties to the render function', () => {
  const draw = vi.fn(() => null);
  const Cell = memo<Properties>(draw);
  new Cell({ value: 3 }).render();
  expect(draw).toHaveBeenCalledWith({ value: 3 }, undefined);
});
