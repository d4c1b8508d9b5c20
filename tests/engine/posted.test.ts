/** Errors and objects of the package in messages between threads. */
import { describe, expect, it } from 'vitest';
import { FfnError, load } from 'ffn-lab';

const lab = await load();
const ffn = lab.FeedForward({ d_model: 4, d_ff: 8, seed: 1 });
const x = lab.RandomState(2).randn([3, 4]);

/** Returns what arrives at the other end of a channel. */
async function posted<Message>(message: Message): Promise<Message> {
  const { port1, port2 } = new MessageChannel();
  const arrived = new Promise<Message>((resolve) => {
    port2.onmessage = ({ data }: { readonly data: Message }) => resolve(data);
  });
  port1.postMessage(message);
  return arrived.finally(() => port1.close());
}

describe('a posted error', () => {
  const error = new FfnError('invalid_argument', 'x is 1; expected 2', {
    argument: 'x',
    value: '1',
    expected: '2',
  });
  const fields = {
    name: 'FfnError',
    message: 'x is 1; expected 2',
    code: 'invalid_argument',
    argument: 'x',
    value: '1',
    expected: '2',
    reason: undefined,
  };

  it('has all fields as toJSON() returns them', async () => {
    expect(await posted(error.toJSON())).toEqual(fields);
    expect(JSON.parse(JSON.stringify({ error }))).toEqual({ error: fields });
  });

  it('loses its code as an Error, as the README says', async () => {
    const clone = await posted(error);
    expect(clone.message).toBe(error.message);
    expect(clone.code).toBeUndefined();
  });
});

describe('a posted network', () => {
  it.each([
    ['a network', ffn],
    ['a generator', lab.RandomState(1)],
    ['a network in a message', { kind: 'network', network: ffn }],
  ])('is refused with the way on: %s', (_what, message) => {
    expect(() => structuredClone(message)).toThrow(
      /post weights\(\), state_dict\(\) or to_safetensors\(\) instead; load labs and pools there/,
    );
    expect(JSON.stringify(ffn)).toBe('{"parameter_count":76,"d_model":4,"d_ff":8}');
  });

  it('is no pool, which names its way on, too', async () => {
    using pool = await lab.pool({ workers: 1 });
    for (const object of [pool, lab])
      expect(() => structuredClone(object)).toThrow(/load labs and pools there/);
  });

  it('arrives as its state dict, from which another one computes the same bits', async () => {
    const { w1 } = ffn.weights();
    using other = lab.FeedForward({ d_model: w1.shape[1] ?? 0, d_ff: w1.shape[0], seed: 3 });
    other.load_state_dict(await posted(ffn.state_dict()));
    expect(other.forward(x)).toEqual(ffn.forward(x));
  });
});
