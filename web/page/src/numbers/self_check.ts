/** State of the self-check against PyTorch. Its code is loaded with its panel, or when the check is started. */
import { signal } from '@preact/signals';

export interface SelfCheck {
  readonly phase: 'none' | 'running' | 'done' | 'failed';
  /** Number of tensors within their tolerance, of `total`. */
  readonly passed: number;
  readonly total: number;
}

export const self_check = signal<SelfCheck>({ phase: 'none', passed: 0, total: 0 });

export async function run_self_check(): Promise<void> {
  self_check.value = { phase: 'running', passed: 0, total: 0 };
  try {
    const { run_self_test } = await import('../steps/proof/self_test.ts');
    await run_self_test();
  } catch {
    self_check.value = { phase: 'failed', passed: 0, total: 0 };
  }
}
