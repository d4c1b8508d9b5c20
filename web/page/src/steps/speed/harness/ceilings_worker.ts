/**
 * Worker that measures a ceiling on one core while other threads measure the same ceiling on
 * theirs.
 */
import { CeilingKernels } from './ceilings.ts';
import type { CeilingsRequest } from './other_cores.ts';

const scope = self as unknown as {
  postMessage(rate: number): void;
  onmessage: (event: MessageEvent<CeilingsRequest>) => void;
};
let kernels: CeilingKernels;

async function handle(request: CeilingsRequest): Promise<number> {
  if ('kind' in request) return kernels.rate(request.kind, request.milliseconds);
  kernels = await CeilingKernels.start(request.module);
  kernels.stream_bytes = request.stream_bytes;
  return 0;
}

scope.onmessage = ({ data }) => void handle(data).then((rate) => scope.postMessage(rate));
