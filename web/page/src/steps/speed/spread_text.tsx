import type { Answer } from '../../numbers/answers.ts';
import { number_at } from '../../numbers/path.ts';
import { Value } from '../../numbers/value.tsx';

/** A median and its quartiles at a path of the answer; a dash if they are not in it. */
export function spread_at(of: Answer, path: string, style: 'tick' | 'percent' = 'tick') {
  if (number_at(of.value, `${path}.median`) === undefined) return '–';
  const value = (part: string) => <Value of={of} path={`${path}.${part}` as never} style={style} />;
  return (
    <>
      {value('median')}
      <span class="speed_between">
        {value('lower_quartile')} – {value('upper_quartile')}
      </span>
    </>
  );
}
