/**
 * The same work on every platform: the network of the seed-42 example in each build, in the calling
 * thread and in a pool.
 */

const differing = (a, b) => a.data.filter((value, index) => value !== b.data[index]).length;

async function in_pool(lab, ffn, x, many) {
  const pool = await lab.pool({ workers: 2 });
  const { data } = await pool.forward(ffn, x, { split: 'tokens' });
  const of_many = await pool.forward(ffn, many, { split: 'tokens' });
  const outcome = {
    pooled: [...data],
    differing: differing(of_many, ffn.forward(many)),
    workers: pool.info().workers,
  };
  pool.dispose();
  return outcome;
}

async function with_build(load, variant, pools) {
  const lab = await load({ variant });
  const rng = lab.RandomState(42);
  const x = rng.randn([2, 5, 8]);
  const w1 = rng.randn([8, 32], { scale: 0.1 });
  const w2 = rng.randn([32, 8], { scale: 0.1 });
  const ffn = lab.FeedForward({ weights: { w1, w2 }, layout: 'in_out' });
  const many = rng.randn([1000, 8]);
  const pool = pools ? await in_pool(lab, ffn, x, many) : undefined;
  const outcome = { ...lab.info(), output: [...ffn.forward(x).data], pool };
  for (const owned of [ffn, rng, lab]) owned.dispose();
  return outcome;
}

/**
 * Returns the variant that `load()` selects, and the outcome of every build that this machine
 * supports.
 */
export async function work(load, pools = true) {
  const lab = await load();
  const { variant, refused } = lab.info();
  lab.dispose();
  const runnable = ['relaxed', 'simd'].filter((name) =>
    refused.every((refusal) => refusal.variant !== name),
  );
  const builds = [];
  for (const name of runnable) builds.push(await with_build(load, name, pools));
  return { variant, builds };
}
