import { format_number } from '../words/i18n.ts';
import type { NumberStyle } from '../words/number_format.ts';
import type { Answer } from './answers.ts';
import { number_at, type Path } from './path.ts';
import { memo } from '../controls/memo.ts';

/** Returns the attributes of an element that shows the number at a path of an answer. */
export const answer_attributes = <Value,>({ recipe }: Answer<Value>, path: Path<Value>) =>
  ({ 'data-recipe': recipe, 'data-path': path }) as const;

interface TextProps {
  readonly value: number | undefined;
  readonly style: NumberStyle;
  readonly recipe: string | undefined;
  readonly path: string;
}

const NumberText = memo(function NumberText({ value, style, recipe, path }: TextProps) {
  if (value === undefined) return <span class="skeleton" aria-hidden="true" />;
  return (
    <data
      class="number"
      value={Object.is(value, -0) ? '-0' : String(value)}
      data-recipe={recipe}
      data-path={path}
    >
      {format_number(value, style)}
    </data>
  );
});

/** A number of the core with its provenance: the answer of a recipe and the number's path in it. */
export function Value<Value>({
  of,
  path,
  style,
}: {
  of: Answer<Value> | undefined;
  path: Path<Value>;
  style: NumberStyle;
}) {
  return (
    <NumberText
      value={of && number_at(of.value, path)}
      style={style}
      recipe={of?.recipe}
      path={path}
    />
  );
}
