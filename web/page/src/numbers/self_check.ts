/** State of the self-check against PyTorch. Its code belongs to its step, and is loaded with it or when the check is started. */
import { signal } from '@preact/signals';

export interface SelfCheck {
  readonly phase: 'none' | 'running' | 'done' | 'failed';
  /** Number of tensors within their tolerance, of `total`. */
  readonly passed: number;
  readonly total: number;
}

export const self_check = signal<SelfCheck>({ phase: 'none', passed: 0, total: 0 });

type LoadSelfCheck = () => Promise<() => Promise<void>>;

let load_self_check: LoadSelfCheck = () => Promise.reject(new Error('no loader'));

/** Sets what loads the function that runs the check. */
export function set_self_check_loader(load: LoadSelfCheck): void {
  load_self_check = load;
}

export async function run_self_check(): Promise<void> {
  self_check.value = { phase: 'running', passed: 0, total: 0 };
  try {
    const run = await load_self_check();
    await run();
  } catch {
    self_check.value = { phase: 'failed', passed: 0, total: 0 };
  }
}
