/** Eigen's matrix product in WebAssembly (tests/bench/eigen/eigen_ffn.cpp). */
import type { Engine } from './engine.ts';
import { Unable } from './engine.ts';

interface EigenExports {
  readonly memory: WebAssembly.Memory;
  prepare(tokens: number, d_model: number, d_ff: number, activation: number): void;
  x(): number;
  w1(): number;
  b1(): number;
  w2(): number;
  b2(): number;
  y(): number;
  run(): void;
  _initialize(): void;
}

const activation_index = { gelu: 0, gelu_tanh: 1, relu: 2 };
let started: Promise<EigenExports> | undefined;

async function start(): Promise<EigenExports> {
  const response = await fetch('/eigen/eigen_ffn.wasm');
  if (!response.ok)
    throw new Error(`eigen_ffn.wasm could not be fetched: HTTP status ${response.status}`);
  const module = await WebAssembly.compile(await response.arrayBuffer());
  // A standalone module: its system imports (clock, exit) are never called by a product.
  const imports: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = () => 0;
  const exports = (await WebAssembly.instantiate(module, imports))
    .exports as unknown as EigenExports;
  exports._initialize();
  return exports;
}

export const engine: Engine = {
  async prepare({ tokens, d_model, d_ff, activation }, weights, threads) {
    if (threads > 1)
      throw new Unable(
        'compiled without threads: Eigen’s threads need OpenMP, which WebAssembly lacks',
      );
    const eigen = await (started ??= start());
    eigen.prepare(tokens, d_model, d_ff, activation_index[activation]);
    const view = (at: number, length: number) => new Float32Array(eigen.memory.buffer, at, length);
    for (const name of ['w1', 'b1', 'w2', 'b2'] as const)
      view(eigen[name](), weights[name].length).set(weights[name]);
    return {
      run(x) {
        view(eigen.x(), x.length).set(x);
        eigen.run();
        return view(eigen.y(), x.length).slice();
      },
      close: () => undefined,
    };
  },
};
