import { format_number } from '../i18n.ts';
import type { NumberStyle } from '../number_format.ts';
import { memo } from './memo.ts';

/** Where a number comes from: what a test, or a reader, needs to compute it again. */
export interface Provenance {
  /** The call of the core. */
  readonly call: string;
  /** The tensor or quantity that the call is about. */
  readonly tensor?: string;
  /** Position of the element, row-major, or name of the field. */
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

/** A number of the core, and the only way in which one is written outside of cells. */
export const Value = memo(function Value({ value, style, ...provenance }: ValueProps) {
  if (value === undefined) return <Skeleton />;
  return (
    <data class="number" value={Object.is(value, -0) ? '-0' : String(value)} {...provenance_attributes(provenance)}>
      {format_number(value, style)}
    </data>
  );
});

/** In place of a number that has not been computed yet. */
function Skeleton() {
  return <span class="skeleton" aria-hidden="true" />;
}
