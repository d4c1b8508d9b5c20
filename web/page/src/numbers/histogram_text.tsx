/** Text alternative of a histogram. */
import type { Histogram } from 'ffn-lab';
import type { NumberStyle } from '../words/number_format.ts';
import { Message } from '../words/message.tsx';
import { Value } from './value.tsx';

interface HistogramTextProps {
  /** Name of the tensor. */
  readonly tensor: string;
  /** Number of elements. */
  readonly count: number;
  readonly histogram: Histogram;
  /** Provenance of the numbers; default: `histogram`. */
  readonly call?: string;
}

/** Returns the indices of the first and the last non-empty bin, and of the fullest one. */
function landmarks({ counts }: Histogram) {
  const bins = Array.from(counts.keys()).filter((bin) => (counts[bin] ?? 0) > 0);
  const fullest = bins.reduce((best, bin) => ((counts[bin] ?? 0) > (counts[best] ?? 0) ? bin : best), bins[0] ?? 0);
  return { first: bins[0] ?? 0, last: bins[bins.length - 1] ?? 0, fullest };
}

export function HistogramText({ tensor, count, histogram, call = 'histogram' }: HistogramTextProps) {
  const { edges, counts, below, above, nan } = histogram;
  const { first, last, fullest } = landmarks(histogram);
  const value = (number: number | undefined, index: string, style: NumberStyle) => (
    <Value value={number ?? NaN} style={style} call={call} tensor={tensor} index={index} />
  );
  const edge = (bin: number) => value(edges[bin], `edges.${bin}`, 'cell');
  const bin_count = (bin: number) => value(counts[bin], `counts.${bin}`, 'count');
  const outside = below + above + nan > 0;
  return (
    <>
      <Message
        id="figure.histogram"
        values={{
          count: value(count, 'count', 'count'),
          low: edge(first),
          high: edge(last + 1),
          from: edge(fullest),
          to: edge(fullest + 1),
          most: bin_count(fullest),
        }}
      />
      {outside && ' '}
      {outside && (
        <Message
          id="figure.histogram_outside"
          values={{ below: value(below, 'below', 'count'), above: value(above, 'above', 'count'), nan: value(nan, 'nan', 'count') }}
        />
      )}
    </>
  );
}
