/** Text alternative of a histogram. */
import type { VNode } from 'preact';
import type { Histogram } from 'ffn-lab';
import type { Answer } from './answers.ts';
import { number_at } from './path.ts';
import type { Path } from './path.ts';
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

interface AnswerHistogramTextProps<Value> {
  readonly of: Answer<Value>;
  /** Path of the histogram in the answer. */
  readonly path: string;
  /** Path of the number of elements. */
  readonly count: Path<Value>;
}

/** The same for a histogram in the answer of a recipe. */
export function AnswerHistogramText<Value>({ of, path, count }: AnswerHistogramTextProps<Value>) {
  const histogram = path.split('.').reduce((value: unknown, part) => (value as Record<string, unknown>)[part], of.value) as Histogram;
  const value = (index: string, style: NumberStyle) => <Value of={of} path={`${path}.${index}` as Path<Value>} style={style} />;
  return <Text histogram={histogram} count={<Value of={of} path={count} style="count" />} value={value} />;
}

export function HistogramText({ tensor, count, histogram, call = 'histogram' }: HistogramTextProps) {
  const value = (index: string, style: NumberStyle) => (
    <Value value={number_at(histogram, index)} style={style} call={call} tensor={tensor} index={index} />
  );
  const total = <Value value={count} style="count" call={call} tensor={tensor} index="count" />;
  return <Text histogram={histogram} count={total} value={value} />;
}

interface TextProps {
  readonly histogram: Histogram;
  readonly count: VNode;
  /** Shows a number of the histogram. */
  readonly value: (index: string, style: NumberStyle) => VNode;
}

function Text({ histogram, count, value }: TextProps) {
  const { below, above, nan } = histogram;
  const { first, last, fullest } = landmarks(histogram);
  const edge = (bin: number) => value(`edges.${bin}`, 'cell');
  const ends = { low: edge(first), high: edge(last + 1), from: edge(fullest), to: edge(fullest + 1) };
  const outside = { below: value('below', 'count'), above: value('above', 'count'), nan: value('nan', 'count') };
  return (
    <>
      <Message id="figure.histogram" values={{ count, ...ends, most: value(`counts.${fullest}`, 'count') }} />
      {below + above + nan > 0 && ' '}
      {below + above + nan > 0 && <Message id="figure.histogram_outside" values={outside} />}
    </>
  );
}
