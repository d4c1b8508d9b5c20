/** Draws an example as text, for tests. */
import { h } from 'preact';
import { renderToStaticMarkup } from 'preact-render-to-string';
import type { ChartExamples } from './examples.ts';

export const draw = <Properties extends object>(
  { Chart }: ChartExamples<Properties>,
  example: Properties,
): string => renderToStaticMarkup(h(Chart, example));
