import { format_number } from '../words/i18n.ts';
import type { NumberStyle } from '../words/number_format.ts';
import type { Answer } from './answers.ts';
import { number_at } from './path.ts';
import type { Path } from './path.ts';
import { memo } from '../words/memo.ts';

/** Provenance of a number: identifies the call and the element that recompute it. */
export interface Provenance {
  /** Name of the core's call. */
  readonly call: string;
  /** Name of the tensor or quantity. */
  readonly tensor?: string | undefined;
  /** Row-major index of the element, or name of the field. */
  readonly index?: number | string | undefined;
}

export function provenance_attributes({ call, tensor, index }: Provenance) {
  return { 'data-call': call, 'data-tensor': tensor, 'data-index': index };
}

interface AnswerProps<Value> {
  /** Undefined until it has been computed. */
  readonly of: Answer<Value> | undefined;
  readonly path: Path<Value>;
  readonly style: NumberStyle;
}

/** Attributes of an element that shows a number of an answer. */
export interface AnswerAttributes {
  readonly 'data-recipe': string;
  readonly 'data-path': string;
}

/** Returns the attributes of an element that shows the number at a path of an answer. */
export function answer_attributes<Value>(answer: Answer<Value>, path: Path<Value>): AnswerAttributes {
  return { 'data-recipe': answer.recipe, 'data-path': path };
}

interface CallProps extends Provenance {
  /** Undefined until it has been computed. */
  readonly value: number | undefined;
  readonly style: NumberStyle;
}

interface TextProps extends Partial<Provenance> {
  readonly value: number | undefined;
  readonly style: NumberStyle;
  readonly recipe?: string | undefined;
  readonly path?: string;
}

const NumberText = memo(function NumberText({ value, style, recipe, path, call, tensor, index }: TextProps) {
  if (value === undefined) return <Skeleton />;
  const attributes = call === undefined ? { 'data-recipe': recipe, 'data-path': path } : provenance_attributes({ call, tensor, index });
  return (
    <data class="number" value={Object.is(value, -0) ? '-0' : String(value)} {...attributes}>
      {format_number(value, style)}
    </data>
  );
});

/** A number of the core with its provenance: the answer of a recipe and the number's path in it. */
export function Value<Value>(props: AnswerProps<Value> | CallProps) {
  if (!('of' in props)) return <NumberText {...props} />;
  const { of, path, style } = props;
  return <NumberText value={of && number_at(of.value, path)} style={style} recipe={of?.recipe} path={path} />;
}

/** Placeholder of a number that has not been computed yet. */
function Skeleton() {
  return <span class="skeleton" aria-hidden="true" />;
}
