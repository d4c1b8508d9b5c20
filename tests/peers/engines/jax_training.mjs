/**
 * The language model of the facts and its AdamW step in jax-js, as one jitted function: GPT-2's
 * form, sentences padded to n_positions, because a jitted function has fixed shapes.
 */

/** Names of the parameters that decay, besides the two embeddings: the matrices of attention. */
const decaying = ['w_query', 'w_key', 'w_value', 'w_output'];

/** Returns the weights as a tree of arrays; every matrix is (in, out), so that products read rows. */
function parameters_of({ numpy: np }, { token_embedding, position_embedding, blocks, final_norm }) {
  const array = ({ data, shape }) => np.array(data, { shape: [...shape] });
  const own = ([name, tensor]) => [
    name,
    tensor.shape.length === 2 ? np.transpose(array(tensor)) : array(tensor),
  ];
  const part = (tensors) => Object.fromEntries(Object.entries(tensors).map(own));
  return {
    token_embedding: array(token_embedding),
    position_embedding: array(position_embedding),
    blocks: blocks.map(({ norm1, attention, norm2, feed_forward }) => ({
      norm1: part(norm1),
      attention: part(attention),
      norm2: part(norm2),
      feed_forward: part(feed_forward),
    })),
    final_norm: part(final_norm),
  };
}

/** Returns 1 for each parameter that decays, else 0, as a tree of the same form. */
function decays_of({ blocks, final_norm }) {
  const none = (part) => Object.fromEntries(Object.keys(part).map((name) => [name, 0]));
  const attention_of = ({ attention }) =>
    Object.fromEntries(
      Object.keys(attention).map((name) => [name, decaying.includes(name) ? 1 : 0]),
    );
  return {
    token_embedding: 1,
    position_embedding: 1,
    blocks: blocks.map((block) => ({
      norm1: none(block.norm1),
      attention: attention_of(block),
      norm2: none(block.norm2),
      feed_forward: none(block.feed_forward),
    })),
    final_norm: none(final_norm),
  };
}

/** Returns the mean cross-entropy as a function of the parameters and a batch. */
function loss_of({ numpy: np, nn }, { n_vocab, n_positions, n_heads, d_model, batch_size }) {
  const d_head = d_model / n_heads;
  const rows = batch_size * n_positions;

  function norm(x, { scale, shift }) {
    const centred = np.subtract(x.ref, np.mean(x, -1, { keepdims: true }));
    const variance = np.mean(np.square(centred.ref), -1, { keepdims: true });
    return centred
      .mul(np.reciprocal(np.sqrt(variance.add(1e-5))))
      .mul(scale)
      .add(shift);
  }

  function attend(x, attention) {
    const heads = (name) =>
      np
        .dot(x.ref, attention[`w_${name}`])
        .add(attention[`b_${name}`])
        .reshape([batch_size, n_positions, n_heads, d_head])
        .transpose([0, 2, 1, 3]);
    const [query, key, value] = ['query', 'key', 'value'].map(heads);
    x.dispose();
    const scores = np.matmul(query, key.transpose([0, 1, 3, 2])).mul(1 / Math.sqrt(d_head));
    const causal = np.tril(np.ones([n_positions, n_positions])).equal(1);
    const shares = nn.softmax(np.where(causal, scores, -1e9), -1);
    const mixed = np.matmul(shares, value).transpose([0, 2, 1, 3]).reshape([rows, d_model]);
    return np.dot(mixed, attention.w_output).add(attention.b_output);
  }

  function feed_forward(x, { w1, b1, w2, b2 }) {
    const hidden = nn.gelu(np.dot(x, w1).add(b1), { approximate: false });
    return np.dot(hidden, w2).add(b2);
  }

  return (parameters, words, targets, weights) => {
    const { token_embedding, position_embedding, blocks, final_norm } = parameters;
    const embedded = np.dot(nn.oneHot(words, n_vocab), token_embedding.ref);
    let x = embedded
      .reshape([batch_size, n_positions, d_model])
      .add(position_embedding)
      .reshape([rows, d_model]);
    for (const block of blocks) {
      x = x.ref.add(attend(norm(x, block.norm1), block.attention));
      x = x.ref.add(feed_forward(norm(x, block.norm2), block.feed_forward));
    }
    const logits = np.dot(norm(x, final_norm), np.transpose(token_embedding));
    const likely = nn.logSoftmax(logits, -1);
    const picked = np.sum(likely.mul(nn.oneHot(targets, n_vocab)), -1);
    return np.negative(np.sum(picked.mul(weights)));
  };
}

const [beta1, beta2, eps] = [0.9, 0.999, 1e-8];

/** Returns the jitted step: the loss of a batch, and the parameters and moments after it. */
function step_of(jax, options, decays) {
  const { numpy: np, tree } = jax;
  const value_and_grad = jax.valueAndGrad(loss_of(jax, options));
  return jax.jit(
    ({ parameters, first, second }, words, targets, weights, { decay, rate, root }) => {
      const [loss, grads] = value_and_grad(tree.ref(parameters), words, targets, weights);
      const m = tree.map((old, g) => old.mul(beta1).add(g.mul(1 - beta1)), first, tree.ref(grads));
      const v = tree.map(
        (old, g) => old.mul(beta2).add(np.square(g).mul(1 - beta2)),
        second,
        grads,
      );
      const updated = tree.map(
        (w, mean, square, decayed) =>
          (decayed === 1 ? w.mul(decay.ref) : w).sub(
            mean.mul(rate.ref).div(np.sqrt(square).mul(root.ref).add(eps)),
          ),
        parameters,
        tree.ref(m),
        tree.ref(v),
        decays,
      );
      for (const number of [decay, rate, root]) number.dispose();
      return { loss, state: { parameters: updated, first: m, second: v } };
    },
  );
}

/** Returns the numbers of a step that depend on its number alone, counted from 1. */
function schedule({ options, rates }, step, np) {
  const lr = rates[Math.min(step, rates.length) - 1];
  return {
    decay: np.array([1 - lr * options.weight_decay]),
    rate: np.array([lr / (1 - beta1 ** step)]),
    root: np.array([1 / Math.sqrt(1 - beta2 ** step)]),
  };
}

/** Returns a function that trains a step and returns its loss. */
export function make_training(jax, task) {
  const { numpy: np, tree } = jax;
  const parameters = parameters_of(jax, task.weights);
  const zeros = () => tree.map((array) => np.zeros(array.shape), parameters);
  let state = { parameters, first: zeros(), second: zeros() };
  const step = step_of(jax, task.options, decays_of(task.weights));
  let steps = 0;
  return {
    async run() {
      const { words, targets, weights } = task.batches[steps % task.batches.length];
      steps += 1;
      const of_step = schedule(task, steps, np);
      const arrays = [words, targets, weights].map((data) => np.array(data));
      const result = step(state, ...arrays, of_step);
      state = result.state;
      return result.loss.data();
    },
    close: () => tree.dispose(state),
  };
}
