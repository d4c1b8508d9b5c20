/**
 * Contrast of the colours in the page's style sheet, and their differences under colour vision
 * deficiencies.
 */
import { readFileSync } from 'node:fs';
import {
  differenceEuclidean,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
  wcagContrast,
} from 'culori';
import { describe, expect, it } from 'vitest';

const sheet = readFileSync(
  new URL('../../web/page/src/styles/tokens.css', import.meta.url),
  'utf8',
);
const pairs = new Map(
  [...sheet.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g)].map(([, name, light, dark]) => [
    name,
    { light, dark },
  ]),
);
const aliases = new Map(
  [...sheet.matchAll(/--([\w-]+): var\(--([\w-]+)\);/g)].map(([, name, other]) => [name, other]),
);

type Theme = 'light' | 'dark';

function colour(name: string, theme: Theme): string {
  const found = pairs.get(aliases.get(name) ?? name)?.[theme];
  if (found === undefined) throw new Error(`tokens.css has no pair of colours --${name}`);
  return found;
}

/**
 * Returns the Euclidean distance in OKLab (Ottosson 2020): the smallest over the three deficiencies
 * at full severity (Machado et al. 2009).
 */
function least_difference(a: string, b: string): number {
  const difference = differenceEuclidean('oklab');
  return Math.min(
    ...[filterDeficiencyProt(1), filterDeficiencyDeuter(1), filterDeficiencyTrit(1)].map((see) =>
      difference(see(parse(a)!), see(parse(b)!)),
    ),
  );
}

describe.each<Theme>(['light', 'dark'])('the palette, %s', (theme) => {
  // WCAG 2.2 requires 4.5 for text and 3 for graphics.
  it.each([
    ['ink', 'bg', 7],
    ['ink-2', 'bg', 7],
    ['ink-3', 'bg', 4.5],
    ['ink-3', 'surface', 4.5],
    ['accent', 'bg', 4.5],
    ['accent', 'surface', 4.5],
    ['error', 'bg', 4.5],
    ['relu', 'surface', 4.5],
    ['sign-minus', 'surface', 3],
    ['sign-plus', 'surface', 3],
  ])('%s on %s: %s or more', (ink, ground, least) => {
    expect(wcagContrast(colour(ink, theme), colour(ground, theme))).toBeGreaterThanOrEqual(least);
  });

  it.each([
    ['gelu', 'relu'],
    ['sign-minus', 'sign-plus'],
  ])('%s and %s differ under every colour vision deficiency', (a, b) => {
    expect(least_difference(colour(a, theme), colour(b, theme))).toBeGreaterThan(0.19);
  });
});

it('the page uses these colours', () => {
  expect(pairs.size).toBeGreaterThan(10);
});
