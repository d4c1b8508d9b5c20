import { Value } from '../../numbers/value.tsx';
import type { NumberStyle } from '../../words/number_format.ts';

interface RaceNumberProps {
  readonly value: number | undefined;
  readonly style: NumberStyle;
  /** A network, or one of its tensors: `histogram.hidden.gelu`. */
  readonly of: string;
  readonly index: string;
}

/** A number of the race at the current step, with the program that trains up to that step. */
export const RaceNumber = ({ value, style, of, index }: RaceNumberProps) => (
  <Value value={value} style={style} call="training_run" tensor={of} index={index} />
);
