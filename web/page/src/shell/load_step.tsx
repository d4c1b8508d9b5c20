/** Loads steps: the one in view at once, the next one when the page is at rest. */
import { signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { when_at_rest } from '../compute/rest.ts';
import type { SheetCells } from '../quiz/sheet_table.tsx';
import { course_steps, last_page, type StepName } from '../steps/index.ts';
import { add_messages } from '../words/i18n.ts';
import type { Legend } from '../words/legend.tsx';

/** Cells of the tables of loaded steps' worksheets. */
export const loaded_cells: Partial<Record<StepName, SheetCells>> = {};

/** `children`: what stands between the step's figures and their legend. */
type LoadedStep = ComponentType<{ readonly children?: ComponentChildren }>;

export const loaded_steps = signal<Readonly<Partial<Record<StepName, LoadedStep>>>>({});

/**
 * Loaders of code and styles, by path. `legend`: entries of the marks that the step and the network
 * above it may draw.
 */
const modules = import.meta.glob<{
  readonly Panel: ComponentType;
  readonly legend?: Legend;
  readonly sheet_cells?: SheetCells;
}>('../steps/*/step.tsx');

/**
 * Loads code, styles and messages of a step, unless they are loaded; rejects if that fails, and can
 * then be called again.
 */
export async function load_step(name: StepName): Promise<void> {
  const load = modules[`../steps/${name}/step.tsx`];
  if (load === undefined) throw new Error(`no step ${name}`);
  const [{ Panel, legend, sheet_cells }, { StepLegend }] = await Promise.all([
    load(),
    import('./step_legend.tsx'),
    add_messages(`steps/${name}`),
    add_messages('charts'),
    // It shows the last lines of all steps.
    ...(name === last_page ? course_steps : []).map((one) => add_messages(`steps/${one}`)),
  ]);
  // Another component would be mounted in place of the one in view.
  if (loaded_steps.peek()[name] !== undefined) return;
  if (sheet_cells) loaded_cells[name] = sheet_cells;
  const Step: LoadedStep = ({ children }) => (
    <>
      <Panel />
      {children}
      {legend && <StepLegend legend={legend} />}
    </>
  );
  loaded_steps.value = { ...loaded_steps.peek(), [name]: Step };
}

/**
 * Loads a step when the page is at rest; a failure shows when the step is opened. Returns a function
 * that cancels the wait.
 */
export const prefetch_step = (name: StepName): (() => void) =>
  when_at_rest(() => void load_step(name).catch(() => undefined));
