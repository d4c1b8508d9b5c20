/** The ceilings of the cores besides this one. */
import type { CeilingKind } from './results.ts';
import type { ToCeilings } from './ceilings_worker.ts';

export class OtherCores {
  readonly #workers: readonly Worker[];

  private constructor(workers: readonly Worker[]) {
    this.#workers = workers;
  }

  /** `make` starts a worker with the script ceilings_worker.ts. */
  static async start(count: number, module: WebAssembly.Module, make: () => Worker): Promise<OtherCores> {
    const cores = new OtherCores(Array.from({ length: count }, make));
    await cores.#ask({ module });
    return cores;
  }

  async stream(bytes: number): Promise<void> {
    await this.#ask({ stream_bytes: bytes });
  }

  /** Summed over the cores. */
  rate(kind: CeilingKind, milliseconds: number): Promise<number> {
    return this.#ask({ kind, milliseconds });
  }

  stop(): void {
    for (const worker of this.#workers) worker.terminate();
  }

  async #ask(message: ToCeilings): Promise<number> {
    const answers = this.#workers.map(
      (worker) =>
        new Promise<number>((resolve, reject) => {
          worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data);
          worker.onerror = ({ message: reason }) => reject(new Error(`a ceiling's worker failed: ${reason}`));
          worker.postMessage(message);
        }),
    );
    return (await Promise.all(answers)).reduce((sum, rate) => sum + rate, 0);
  }
}
