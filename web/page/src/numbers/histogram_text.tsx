import type { Histogram } from 'ffn-lab';
import type { Answer } from './answers.ts';
import { value_at, type Path } from './path.ts';
import type { NumberStyle } from '../words/number_format.ts';
import { Message } from '../controls/message.tsx';
import { Value } from './value.tsx';

/** Returns the indices of the first and the last non-empty bin, and of the fullest one. */
function landmarks({ counts }: Histogram) {
  const bins = Array.from(counts.keys()).filter((bin) => (counts[bin] ?? 0) > 0);
  const fullest = bins.reduce(
    (best, bin) => ((counts[bin] ?? 0) > (counts[best] ?? 0) ? bin : best),
    bins[0] ?? 0,
  );
  return { first: bins[0] ?? 0, last: bins[bins.length - 1] ?? 0, fullest };
}

export function HistogramText<Value>({
  of,
  path,
  count,
}: {
  of: Answer<Value>;
  path: string;
  count: Path<Value>;
}) {
  const histogram = value_at(of.value, path) as Histogram;
  const { below, above, nan } = histogram;
  const { first, last, fullest } = landmarks(histogram);
  const value = (index: string, style: NumberStyle) => (
    <Value of={of} path={`${path}.${index}` as Path<Value>} style={style} />
  );
  const edge = (bin: number) => value(`edges.${bin}`, 'cell');
  const ends = {
    low: edge(first),
    high: edge(last + 1),
    from: edge(fullest),
    to: edge(fullest + 1),
  };
  const outside = {
    below: value('below', 'count'),
    above: value('above', 'count'),
    nan: value('nan', 'count'),
  };
  const total = <Value of={of} path={count} style="count" />;
  return (
    <>
      <Message
        id="figure.histogram"
        values={{ count: total, ...ends, most: value(`counts.${fullest}`, 'count') }}
      />
      {below + above + nan > 0 && [
        ' ',
        <Message key="outside" id="figure.histogram_outside" values={outside} />,
      ]}
    </>
  );
}
