/** The engine ffn-lab: this package, used through its public API. */
import type { Lab, Variant } from 'ffn-lab';
import { load } from 'ffn-lab';
import type { Engine, Prepared } from './engine.ts';
import { Unable } from './engine.ts';

/** The used part of the worker pool's interface; older versions of the package have no pool. */
interface Pool {
  forward(
    ffn: unknown,
    x: { data: Float32Array; shape: number[] },
  ): Promise<{ data: Float32Array }>;
  dispose(): void;
}
type LabWithPool = Lab & { pool?: (options: { workers: number }) => Promise<Pool> };

async function pool_of(lab: LabWithPool, threads: number): Promise<Pool | undefined> {
  if (threads === 1) return undefined;
  if (lab.pool === undefined) throw new Unable('this version of ffn-lab has no pool of workers');
  return lab.pool({ workers: threads });
}

/** Returns an engine with one lab and one pool for all cases, as in a page. */
export function make_engine(variant?: Variant): Engine {
  let running: Promise<{ lab: Lab; pool: Pool | undefined }> | undefined;
  const start = async (threads: number) => {
    const lab = await load(variant === undefined ? {} : { variant });
    return { lab, pool: await pool_of(lab, threads) };
  };
  return {
    async prepare(
      { tokens, d_model, d_ff, activation },
      { w1, b1, w2, b2 },
      threads,
    ): Promise<Prepared> {
      const { lab, pool } = await (running ??= start(threads));
      const ffn = lab.FeedForward({
        activation,
        weights: {
          w1: { data: w1, shape: [d_ff, d_model] },
          b1: { data: b1, shape: [d_ff] },
          w2: { data: w2, shape: [d_model, d_ff] },
          b2: { data: b2, shape: [d_model] },
        },
      });
      const shape = [tokens, d_model];
      return {
        run: (data) =>
          pool === undefined
            ? ffn.forward({ data, shape }).data
            : pool.forward(ffn, { data, shape }).then((y) => y.data),
        close: () => ffn.dispose(),
      };
    },
  };
}

export const engine = make_engine();
