/** Measures ceilings on the other cores, with one worker per core. */
import type { CeilingKind } from './ceilings.ts';

export type CeilingsRequest =
  | { module: WebAssembly.Module; stream_bytes: number }
  | { kind: CeilingKind; milliseconds: number };

/**
 * Starts `count` workers, each of which reads `stream_bytes` bytes. `make` starts a worker with the
 * script ceilings_worker.ts.
 */
export async function start_other_cores(
  make: () => Worker,
  count: number,
  module: WebAssembly.Module,
  stream_bytes: number,
) {
  const workers = Array.from({ length: count }, make);
  const post = async (message: CeilingsRequest): Promise<number> => {
    const rates = workers.map(
      (worker) =>
        new Promise<number>((resolve, reject) => {
          worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data);
          worker.onerror = ({ message: reason }) =>
            reject(new Error(`a ceiling's worker failed: ${reason}`));
          worker.postMessage(message);
        }),
    );
    return (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0);
  };
  await post({ module, stream_bytes });
  return {
    /** Returns the sum of the rates of these cores. */
    rate: (kind: CeilingKind, milliseconds: number) => post({ kind, milliseconds }),
    stop: () => workers.forEach((worker) => worker.terminate()),
  };
}
/** Other cores, which measure a ceiling at the same time. */
export type OtherCores = Awaited<ReturnType<typeof start_other_cores>>;
