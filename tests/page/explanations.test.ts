/**
 * The programs in NumPy and PyTorch that the page shows, run by Python, give the page's numbers;
 * the terms of a sum are those of the number.
 */
import { load, type Lab } from 'ffn-lab';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { packed_facts } from '../../web/page/plugins/facts_archive.ts';
import { program_texts } from '../../web/page/plugins/program_text.ts';
import { make_example_cache } from '../../web/page/src/compute/cached_example.ts';
import { make_handlers } from '../../web/page/src/compute/compute.ts';
import { python_programs, sentence_about } from '../../web/page/src/explanations/explanation.tsx';
import { explained_recipes, quantity_of } from '../../web/page/src/explanations/quantities.ts';
import type { Quantity } from '../../web/page/src/explanations/quantity.ts';
import type { terms } from '../../web/page/src/explanations/recipe.ts';
import { open_facts } from '../../web/page/src/language_model/open.ts';
import type { Answer } from '../../web/page/src/numbers/answers.ts';
import { is_numbers, is_tensor, number_at } from '../../web/page/src/numbers/path.ts';
import { program_of, type ProgramTexts } from '../../web/page/src/numbers/program.ts';
import type { State } from '../../web/page/src/state/state.ts';
import { registry } from '../../web/page/src/steps/recipes.ts';
import english from '../../web/page/src/explanations/messages/en.json';
import { set_language, type Catalogue } from '../../web/page/src/words/i18n.ts';
import { states } from './page_states.ts';
import { run_program } from './run_program.ts';
import { printed_number, run_python } from './run_python.ts';

vi.mock('virtual:facts/gelu', () => ({ default: packed_facts('gelu') }));
vi.mock('virtual:golden', () => ({ default: {} }));
set_language('en', english as unknown as Catalogue, {});

const page = new URL('../../web/page/src/', import.meta.url);
const text_of = (path: string) => program_texts(new URL(path, page).pathname);

/** Texts of the program that computes the terms of a sum. */
const texts = (async (): Promise<ProgramTexts> => ({
  recipes: await text_of('explanations/recipe.ts'),
  examples: await text_of('compute/examples.ts'),
  traced: (await text_of('compute/traced.ts'))['traced'] ?? '',
}))();

/** Returns the paths of all numbers in a value. */
function paths_of(value: unknown, path = ''): string[] {
  const inside = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (typeof value === 'number') return [path];
  if (typeof value !== 'object' || value === null) return [];
  const members = is_tensor(value) ? value.data : value;
  const names = is_numbers(members) ? [...Array(members.length).keys()] : Object.keys(members);
  if (is_numbers(members)) return names.map((name) => inside(String(name)));
  return names.flatMap((name) =>
    paths_of((members as Record<string, unknown>)[name], inside(String(name))),
  );
}

interface Explained {
  readonly path: string;
  readonly quantity: Quantity;
}

/**
 * Returns the first, a middle and the last of the numbers that differ in an index alone; of a large
 * network, whose programs take seconds, one number of each kind.
 */
function some_of(answer: Answer<unknown, State>): Explained[] {
  const groups = new Map<string, Explained[]>();
  const large = answer.state.example === 'gpt2';
  for (const path of paths_of(answer.value)) {
    const quantity = quantity_of(answer, path);
    if (quantity === undefined || Object.keys(quantity.python).length === 0) continue;
    const group = large ? quantity.about : path.replace(/\.\d+$/, '');
    const found = groups.get(group) ?? [];
    found.push({ path, quantity });
    groups.set(group, found);
  }
  return [...groups.values()].flatMap((group) =>
    (large ? [0] : [...new Set([0, Math.floor(group.length * 0.6), group.length - 1])]).flatMap(
      (index) => group[index] ?? [],
    ),
  );
}

/** The statistical errors of what is measured with random numbers. */
const errors: Readonly<Record<string, string>> = { mean: 'mean_error', variance: 'variance_error' };

/** Returns the difference that is allowed: rounding in float32, or five standard errors. */
function tolerance(answer: Answer, { path, quantity }: Explained, framework: string): number {
  const value = number_at(answer.value, path) ?? NaN;
  const rounding = 1e-5 + 1e-4 * Math.abs(value);
  if (quantity.random === framework)
    return rounding + 5 * (number_at(answer.value, errors[path] ?? '') ?? NaN);
  return quantity.about === 'count' && Number.isInteger(value) ? 0 : rounding;
}

describe.each(states.map((state, index) => ({ index, example: state.example, state })))(
  'explanations of the state $index: $example',
  ({ state }) => {
    let lab: Lab;
    let answer_of: (recipe: string, of?: object) => Promise<Answer<unknown, State>>;
    beforeAll(async () => {
      lab = await load();
      const open = (own: Lab) => open_facts(own, 'gelu');
      const { ask } = make_handlers(lab, make_example_cache(lab, open), registry);
      const context = { signal: new AbortController().signal, progress: () => undefined };
      answer_of = async (recipe, of = state) => ({
        recipe,
        state: of as State,
        ...(await ask({ recipe, state: of }, context)),
      });
    });
    afterAll(() => lab.dispose());

    it('have programs in Python that give the same numbers', async () => {
      const requests = (
        await Promise.all(
          explained_recipes.map(async (recipe) => {
            const answer = await answer_of(recipe);
            return some_of(answer).flatMap((explained) =>
              Object.entries(python_programs(state, explained.quantity)).map(
                ([framework, program]) => ({ answer, explained, framework, program }),
              ),
            );
          }),
        )
      ).flat();
      expect(requests.length).toBeGreaterThan(60);
      const printed = run_python(requests.map(({ program }) => program));
      const wrong = requests.flatMap(({ answer, explained, framework, program }, index) => {
        const [expected, text = ''] = [number_at(answer.value, explained.path), printed[index]];
        const found = printed_number(text);
        const close =
          Math.abs(found - (expected ?? NaN)) <= tolerance(answer, explained, framework);
        return close || Object.is(found, expected)
          ? []
          : [{ recipe: answer.recipe, path: explained.path, framework, expected, text, program }];
      });
      expect(wrong.slice(0, 3)).toEqual([]);
    });

    it('have terms whose sum is the number', async () => {
      const sums: Answer[] = [];
      for (const recipe of explained_recipes) {
        const answer = await answer_of(recipe);
        for (const { path, quantity } of some_of(answer)) {
          for (const [name, of, style] of quantity.factors ?? [])
            if (style === 'count')
              expect([path, name, Number.isInteger(number_at(answer.value, of))]).toEqual([
                path,
                name,
                true,
              ]);
          if (quantity.sum === undefined) continue;
          const asked = { ...state, sum: quantity.sum };
          const found = await answer_of('explanations.terms', asked);
          sums.push(found);
          const { sum } = found.value as ReturnType<typeof terms>;
          const expected = number_at(answer.value, path) ?? NaN;
          expect([
            recipe,
            path,
            Math.abs(sum - expected) <= 1e-5 + 1e-4 * Math.abs(expected),
          ]).toEqual([recipe, path, true]);
        }
      }
      const [first] = sums;
      const program = first && program_of(first, 'x', await texts);
      expect(await run_program(program ?? '', lab, 'answer')).toEqual(first?.value);
    });
  },
);

it('each recipe has a sentence', async () => {
  for (const [step, module] of Object.entries(registry.recipes)) {
    const recipes = Object.keys(typeof module === 'function' ? await module() : module);
    expect(recipes).not.toEqual([]);
    for (const name of recipes) {
      const answer = { recipe: `${step}.${name}`, value: undefined, state: {}, reads: [] };
      expect([answer.recipe, sentence_about(answer, undefined)]).toEqual([
        answer.recipe,
        expect.stringMatching(/\w{3}.*\.$/),
      ]);
    }
  }
});
