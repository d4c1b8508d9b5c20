/**
 * The recipes of a step with a session, asked as the page asks its worker, and their programs, as
 * the page shows them.
 */
import type { Lab } from 'ffn-lab';
import { expect } from 'vitest';
import { program_texts } from '../../web/page/plugins/program_text.ts';
import { make_page_handlers } from '../../web/page/src/compute/compute.ts';
import type { CallContext } from '../../web/page/src/compute/handler.ts';
import { program_of, type Narrow } from '../../web/page/src/numbers/program.ts';
import type { AnyRecipe, Report, StateOf, ValueOf } from '../../web/page/src/compute/recipe.ts';
import { registry } from '../../web/page/src/steps/recipes.ts';
import { run_program } from './run_program.ts';

const page = new URL('../../web/page/src/', import.meta.url);
const text_of = (path: string) => program_texts(new URL(path, page).pathname);

type Recipes = Readonly<Record<string, AnyRecipe>>;

interface Call {
  readonly signal?: AbortSignal;
  readonly on_report?: (report: Report) => void;
}

/** Returns functions that ask a worker for recipes; `folder` has them. */
export async function step_recipes<Module extends Recipes>(
  lab: Lab,
  step: string,
  {
    folder = `steps/${step}`,
    files = ['recipe.ts'],
    narrow = undefined as Narrow | undefined,
  } = {},
) {
  const { ask } = make_page_handlers(lab, registry);
  const texts = await Promise.all(files.map((file) => text_of(`${folder}/${file}`)));
  const recipes = Object.assign({}, ...texts) as Readonly<Record<string, string>>;

  const value_of = async <Name extends keyof Module & string>(
    name: Name,
    state: StateOf<Module[Name]>,
    { signal = new AbortController().signal, on_report }: Call = {},
  ) => {
    const progress = (report: unknown) => on_report?.(report as Report);
    const context: CallContext = { signal, progress };
    return (await ask({ recipe: `${step}.${name}`, state }, context)).value as ValueOf<
      Module[Name]
    >;
  };
  const program = (name: string, state: object, value: unknown, path: string): string =>
    program_of({ recipe: `${step}.${name}`, state, value, reads: Object.keys(state) }, path, {
      recipes,
      narrow,
      examples: {},
      traced: '',
    });
  /** Returns the whole value that a program computes. */
  const computed = (name: string, state: object, value: unknown, path = 'x') =>
    run_program(program(name, state, value, path), lab, 'answer');
  return { value_of, program, computed };
}

/** Cancels a recipe at its first report, and expects that it ends without another. */
export async function expect_cancelled(ask: (call: Call) => Promise<unknown>): Promise<void> {
  const controller = new AbortController();
  const reports: number[] = [];
  const cancelled = ask({
    signal: controller.signal,
    on_report: ({ done }) => {
      reports.push(done);
      controller.abort(new Error('cancelled'));
    },
  });
  await expect(cancelled).rejects.toThrow('cancelled');
  expect(reports).toHaveLength(1);
}
