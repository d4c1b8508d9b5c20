/** Loads steps: the one in view at once, the next one when the reader is idle. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { LegendEntry } from '../controls/legend.tsx';
import type { StepName } from '../steps/index.ts';
import { add_messages } from '../words/i18n.ts';

/** Exports of a step's module. */
export interface StepModule {
  readonly Panel: ComponentType;
  /** Legend entries of the marks that only its figures draw. */
  readonly legend?: readonly LegendEntry[];
}

/** The components of the loaded steps, by name. */
export const loaded_steps = signal<Readonly<Partial<Record<StepName, ComponentType>>>>({});

const pending = new Map<StepName, Promise<void>>();

/** Loaders of code and styles, by path. */
const modules: Readonly<Record<string, () => Promise<unknown>>> = import.meta.glob('../steps/*/step.tsx');

async function load_module(name: StepName): Promise<StepModule> {
  const load = modules[`../steps/${name}/step.tsx`];
  if (load === undefined) throw new Error(`no step ${name}`);
  return (await load()) as StepModule;
}

async function fetch_step(name: StepName): Promise<void> {
  try {
    const [{ Panel, legend }, { StepLegend }] = await Promise.all([load_module(name), import('./step_legend.tsx'), add_messages(name)]);
    const Step = () => (
      <>
        <Panel />
        {name !== 'glossary' && <StepLegend own={legend} />}
      </>
    );
    loaded_steps.value = { ...loaded_steps.peek(), [name]: Step };
  } finally {
    pending.delete(name);
  }
}

/** Loads code, styles and messages of a step, unless they are loaded; rejects if that fails, and can then be called again. */
export async function load_step(name: StepName): Promise<void> {
  if (loaded_steps.peek()[name] !== undefined) return;
  const loading = pending.get(name) ?? fetch_step(name);
  pending.set(name, loading);
  await loading;
}

/** Longest time until a step is prefetched on a page that is never idle. */
const prefetch_timeout_ms = 5000;

/** Loads a step when the reader is idle; a failure shows when the step is opened. Returns a function that cancels the wait. */
export function prefetch_step(name: StepName): () => void {
  const load = () => void load_step(name).catch(() => undefined);
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(load, prefetch_timeout_ms);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(load, { timeout: prefetch_timeout_ms });
  return () => cancelIdleCallback(id);
}
