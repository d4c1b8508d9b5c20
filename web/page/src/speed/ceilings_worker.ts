/** Worker that measures a ceiling on one core while other threads measure the same ceiling on theirs. */
import { CeilingKernels } from './ceilings.ts';
import type { CeilingKind } from './results.ts';

export type CeilingsRequest = { module: WebAssembly.Module } | { stream_bytes: number } | { kind: CeilingKind; milliseconds: number };

const scope = self as unknown as { postMessage(rate: number): void; onmessage: (event: MessageEvent<CeilingsRequest>) => void };
let kernels: Promise<CeilingKernels>;

async function handle(message: CeilingsRequest): Promise<number> {
  if ('module' in message) kernels = CeilingKernels.start(message.module);
  const own = await kernels;
  if ('stream_bytes' in message) own.stream_bytes = message.stream_bytes;
  return 'kind' in message ? own.rate(message.kind, message.milliseconds) : 0;
}

scope.onmessage = ({ data }) => void handle(data).then((rate) => scope.postMessage(rate));
