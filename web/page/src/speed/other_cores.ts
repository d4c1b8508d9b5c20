/** Measures ceilings on the other cores, with one worker per core. */
import type { CeilingKind } from './results.ts';
import type { CeilingsRequest } from './ceilings_worker.ts';

export class OtherCores {
  readonly #workers: readonly Worker[];

  private constructor(workers: readonly Worker[]) {
    this.#workers = workers;
  }

  /** Starts `count` workers. `make` starts a worker with the script ceilings_worker.ts. */
  static async start(count: number, module: WebAssembly.Module, make: () => Worker): Promise<OtherCores> {
    const cores = new OtherCores(Array.from({ length: count }, make));
    await cores.#post({ module });
    return cores;
  }

  async stream(bytes: number): Promise<void> {
    await this.#post({ stream_bytes: bytes });
  }

  /** Returns the sum of the rates of these cores. */
  rate(kind: CeilingKind, milliseconds: number): Promise<number> {
    return this.#post({ kind, milliseconds });
  }

  stop(): void {
    for (const worker of this.#workers) worker.terminate();
  }

  async #post(message: CeilingsRequest): Promise<number> {
    const rates = this.#workers.map(
      (worker) =>
        new Promise<number>((resolve, reject) => {
          worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data);
          worker.onerror = ({ message: reason }) => reject(new Error(`a ceiling's worker failed: ${reason}`));
          worker.postMessage(message);
        }),
    );
    return (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0);
  }
}
