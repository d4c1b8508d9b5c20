import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { charts } from '../../web/page/gallery/charts.ts';
import { draw } from '../../web/page/gallery/draw.ts';
import { chain_layout } from '../../web/page/src/charts/chain_layout.ts';
import type { ChartExamples } from '../../web/page/gallery/examples.ts';
import { heat_map_size } from '../../web/page/src/charts/heat_map.tsx';

const all = Object.entries(charts).flatMap(([name, chart]) =>
  Object.entries(chart.examples).map(([title, example]) => ({
    name,
    title,
    chart: chart as ChartExamples<object>,
    example: example as object,
  })),
);

/** Returns the values of an attribute. */
const values_of = (drawing: string, attribute: string) =>
  [...drawing.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(
    ([, value]) => value ?? '',
  );

describe.each(all)('$name: $title', ({ chart, example }) => {
  const drawing = draw(chart, example);

  it('has finite numbers in its attributes', () => {
    const attributes = [...drawing.matchAll(/\s([\w-]+)="([^"]*)"/g)].filter(
      ([, name]) => !/^(class|aria-label|data-tensor)$/.test(name ?? ''),
    );
    expect(
      attributes
        .filter(([, , value]) => /NaN|Infinity|undefined|null/.test(value ?? ''))
        .map(([attribute]) => attribute),
    ).toEqual([]);
    for (const name of ['width', 'height', 'r'])
      for (const value of values_of(drawing, name))
        expect(Number(value.replace(/%$/, ''))).toBeGreaterThanOrEqual(0);
  });

  it('has an accessible name or is hidden beside its text', () => {
    for (const [root = ''] of drawing.matchAll(/<(svg|canvas)\b[^>]*>/g))
      expect(root).toMatch(/aria-hidden="true"|aria-label="[^"]+"/);
  });

  it('draws a mark for each number', () => {
    expect(drawing.match(chart.marks.pattern) ?? []).toHaveLength(chart.marks.count(example));
  });

  it('keeps its texts inside the frame', () => {
    const [, width, height] = /viewBox="0 0 (\S+) (\S+)"/.exec(drawing) ?? [];
    for (const [text = ''] of drawing.matchAll(/<text\b[^>]*>/g)) {
      const [x, y] = [Number(values_of(text, 'x')[0]), Number(values_of(text, 'y')[0])];
      expect(x >= 0 && x <= Number(width) && y >= 0 && y <= Number(height), text).toBe(true);
    }
  });
});

it('has examples of every chart', () => {
  const files = readdirSync(new URL('../../web/page/src/charts', import.meta.url)).map(
    (file) => file.split('.')[0],
  );
  const helpers = [
    'chain_layout',
    'chain_parts',
    'fact_map_layout',
    'messages',
    'painting',
    'shade',
    'ticks',
    'use_width',
  ];
  expect(Object.keys(charts).sort()).toEqual(
    [...new Set(files)].filter((file) => !helpers.includes(file!)).sort(),
  );
});

describe('curve_plot', () => {
  const example = charts.curve_plot.examples['two curves, one with a jump']!;

  it('draws a piece of a curve as a path, its ends filled where the value is taken, and a dot at the cursor', () => {
    const drawing = draw(charts.curve_plot, example);
    expect(drawing.match(/series_taken/g)).toHaveLength(1);
    expect(drawing.match(/series_open/g)).toHaveLength(1);
    expect(drawing.match(/<circle class="plot_dot/g)).toHaveLength(1);
    expect(/series_gelu"[^>]*>(.*?)<\/g>/.exec(drawing)?.[1]?.match(/<path/g)).toHaveLength(2);
  });

  it('interrupts a curve where the value is no number', () => {
    const [path = ''] = values_of(
      draw(charts.curve_plot, charts.curve_plot.examples['a value that is no number']!),
      'd',
    ).filter((d) => d.includes('Z'));
    expect(path.match(/M/g)).toHaveLength(3);
  });

  it('draws no cursor and no annotation outside its domain', () => {
    const annotations = [{ ...example.annotations![0]!, at: [9, 1] as const }];
    expect(draw(charts.curve_plot, { ...example, annotations, cursor_x: 9 })).not.toMatch(
      /plot_cursor|plot_annotation/,
    );
  });
});

it('histogram_plot draws the least count at least one pixel high', () => {
  const { histogram } = charts.histogram_plot.examples['four bins, one of them empty']!;
  const [bars = ''] = values_of(
    draw(charts.histogram_plot, charts.histogram_plot.examples['four bins, one of them empty']!),
    'd',
  ).filter((d) => d.endsWith('Z'));
  expect(Math.max(...histogram.counts)).toBe(4000);
  const heights = [...bars.matchAll(/M\S+ (\S+?)V(\S+?)H/g)].map(
    ([, base, top]) => Number(base) - Number(top),
  );
  expect(heights).toHaveLength(3);
  for (const height of heights) expect(height).toBeGreaterThanOrEqual(1);
  expect(heights[2]).toBe(Math.max(...heights));
});

it('mask_plot hatches the dropped units only', () => {
  const example = charts.mask_plot.examples['a highlighted unit']!;
  const drawing = draw(charts.mask_plot, example);
  expect(drawing.match(/mask_retained/g)).toHaveLength(example.retained.filter(Boolean).length);
  for (const [, path = ''] of drawing.matchAll(/mask_dropped[^>]*d="([^"]*)"/g))
    expect(path.match(/l/g)).toHaveLength(3);
  expect(drawing.match(/mask_attended/g)).toHaveLength(1);
});

it('heat_map fits its rows into 160 pixels and its columns into the available width', () => {
  expect(heat_map_size(1, 8, 320)).toEqual({ width: 128, height: 16 });
  expect(heat_map_size(64, 3072, 320)).toEqual({ width: 320, height: 192 });
});

it('chain_figure gives a unit three pixels at least', () => {
  expect(chain_layout(480, 8, 32).column).toBe(11);
  expect(chain_layout(100, 8, 32).column).toBe(3);
});
