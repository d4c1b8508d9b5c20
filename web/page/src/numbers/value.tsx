import { format_number } from '../words/i18n.ts';
import type { NumberStyle } from '../words/number_format.ts';
import { memo } from '../words/memo.ts';

/** Provenance of a number: identifies the call and the element that recompute it. */
export interface Provenance {
  /** Name of the core's call. */
  readonly call: string;
  /** Name of the tensor or quantity. */
  readonly tensor?: string;
  /** Row-major index of the element, or name of the field. */
  readonly index?: number | string;
}

export function provenance_attributes({ call, tensor, index }: Provenance) {
  return { 'data-call': call, 'data-tensor': tensor, 'data-index': index };
}

interface ValueProps extends Provenance {
  /** Undefined until it has been computed. */
  readonly value: number | undefined;
  readonly style: NumberStyle;
}

/** A number of the core with its provenance. All numbers outside of cells are rendered by this component. */
export const Value = memo(function Value({ value, style, ...provenance }: ValueProps) {
  if (value === undefined) return <Skeleton />;
  return (
    <data class="number" value={Object.is(value, -0) ? '-0' : String(value)} {...provenance_attributes(provenance)}>
      {format_number(value, style)}
    </data>
  );
});

/** Placeholder of a number that has not been computed yet. */
function Skeleton() {
  return <span class="skeleton" aria-hidden="true" />;
}
