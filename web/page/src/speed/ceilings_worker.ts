/** Measures a ceiling on a core of its own while the page measures it on another one. */
import { CeilingKernels } from './ceilings.ts';
import type { CeilingKind } from './results.ts';

export type ToCeilings = { module: WebAssembly.Module } | { stream_bytes: number } | { kind: CeilingKind; milliseconds: number };

const scope = self as unknown as { postMessage(rate: number): void; onmessage: (event: MessageEvent<ToCeilings>) => void };
let kernels: Promise<CeilingKernels>;

async function answer(message: ToCeilings): Promise<number> {
  if ('module' in message) kernels = CeilingKernels.start(message.module);
  const own = await kernels;
  if ('stream_bytes' in message) own.stream_bytes = message.stream_bytes;
  return 'kind' in message ? own.rate(message.kind, message.milliseconds) : 0;
}

scope.onmessage = ({ data }) => void answer(data).then((rate) => scope.postMessage(rate));
