import { describe, expect, it } from 'vitest';
import type { FeedForward } from 'ffn-lab';
import { FfnError, load } from 'ffn-lab';

const anything = (value: unknown) => value as never;

describe('pool, misuse', async () => {
  const lab = await load();
  const ffn = lab.FeedForward({ d_model: 64 });
  const x = { data: new Float32Array(19200).fill(1), shape: [300, 64] };
  const pool = await lab.pool({ workers: 1 });
  const block = lab.TransformerBlock({ d_model: 64, n_heads: 2 });
  const of_pool = (options: unknown) => lab.pool(anything(options));
  const of_call = (options: unknown) => pool.forward(ffn, x, anything(options));
  const of_network = (network: unknown) => pool.forward(anything(network), x);
  const of_shape = (shape: number[], data = x.data) => pool.forward(ffn, { data, shape });

  it.each([
    [
      'too many',
      () => of_pool({ workers: 65 }),
      'invalid_argument',
      'workers is 65; expected an integer from 1 to 64',
    ],
    [
      'a number for an address',
      () => of_pool({ worker_url: 7 }),
      'invalid_type',
      'worker_url is 7; expected a string or a URL',
    ],
    [
      'no factory',
      () => of_pool({ create_worker: {} }),
      'invalid_type',
      'create_worker is an object; expected a function',
    ],
    [
      'a factory that creates no worker',
      () => of_pool({ create_worker: () => ({}) }),
      'invalid_type',
      'create_worker() is an object; expected a Worker',
    ],
    [
      'a block',
      () => of_network(block),
      'invalid_type',
      'ffn is an object; expected a FeedForward of the same lab',
    ],
    [
      'a wrong last dimension',
      () => of_shape([64, 300]),
      'invalid_argument',
      'x is a tensor of shape (64, 300); expected a last dimension of 64',
    ],
    [
      'an unknown split',
      () => of_call({ split: 'heads' }),
      'invalid_type',
      'split is "heads"; expected "tokens", "hidden" or "auto"',
    ],
    [
      'too short an output',
      () => of_call({ output: new Float32Array(3) }),
      'invalid_argument',
      'output is data of 3 elements; expected 19200, as in x',
    ],
  ])('rejects %s', async (_what, work, code, message) => {
    const error = await work().catch((reason: unknown) => reason as FfnError);
    if (!(error instanceof FfnError)) throw new Error('not rejected');
    expect([error.code, error.message]).toEqual([code, message]);
    expect(error.message).toBe(`${error.argument} is ${error.value}; expected ${error.expected}`);
  });

  it('rejects a disposed network, and stays usable after every error', async () => {
    const disposed: FeedForward = lab.FeedForward({ d_model: 64 });
    await pool.forward(disposed, x);
    disposed.dispose();
    await expect(of_network(disposed)).rejects.toMatchObject({
      code: 'disposed',
      message: 'this FeedForward has been disposed',
    });
    expect(await pool.forward(ffn, x)).toEqual(ffn.forward(x));
    pool.dispose();
  });
});
