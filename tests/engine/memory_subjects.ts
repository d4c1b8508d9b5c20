/** One example of each use of memory, for the tests of memory: created, used and disposed. */
import type { Lab, Tensor } from 'ffn-lab';

export interface Subject {
  readonly name: string;
  /** Creates, uses and disposes of the objects; returns the results. */
  readonly run: (lab: Lab) => unknown;
  /** Number of bytes that is sufficient. */
  readonly max_bytes: number;
}

export function tensor(...shape: number[]): Tensor {
  const count = shape.reduce((product, size) => product * size, 1);
  return { data: Float32Array.from({ length: count }, (_, i) => ((i * 7) % 11) / 8 - 0.5), shape };
}

const x = tensor(5, 16);

interface Passes extends Disposable {
  forward(x: Tensor): unknown;
  trace(x: Tensor): unknown;
  backward(grad: Tensor): unknown;
  weights(): object;
  set_weights(weights: never): void;
}

function passes(network: Passes): unknown {
  using used = network;
  const first = [used.forward(x), used.trace(x), used.backward(x)];
  const weights = used.weights();
  used.set_weights(weights as never);
  return [...first, weights, used.forward(x)];
}

export const subjects: readonly Subject[] = [
  {
    name: 'FeedForward',
    run: (lab) => passes(lab.FeedForward({ d_model: 16, d_ff: 24, gated: true, seed: 1 })),
    max_bytes: 65_536,
  },
  { name: 'LayerNorm', run: (lab) => passes(lab.LayerNorm({ features: 16 })), max_bytes: 65_536 },
  {
    name: 'Attention',
    run: (lab) => passes(lab.Attention({ d_model: 16, n_heads: 2, seed: 1 })),
    max_bytes: 65_536,
  },
  {
    name: 'TransformerBlock',
    run: (lab) => passes(lab.TransformerBlock({ d_model: 16, d_ff: 24, seed: 1 })),
    max_bytes: 131_072,
  },
  {
    name: 'BlockStack',
    run: (lab) => passes(lab.BlockStack({ d_model: 16, d_ff: 24, n_layers: 2, seed: 1 })),
    max_bytes: 262_144,
  },
  {
    name: 'RandomState and dropout',
    run: (lab) => {
      using rng = lab.RandomState(5);
      return [
        rng.randn([4, 16]),
        lab.dropout(x, 0.5, rng),
        lab.softmax(x),
        lab.add(x, x),
        lab.multiply(x, x),
      ];
    },
    max_bytes: 65_536,
  },
  {
    name: 'gradients of a trace',
    run: (lab) => {
      using ffn = lab.FeedForward({ d_model: 16, d_ff: 24, gated: true, dropout: 0.5, seed: 1 });
      using rng = lab.RandomState(5);
      ffn.trace(x, { dropout_rng: rng });
      return ffn.backward(x, { trace: true });
    },
    max_bytes: 65_536,
  },
  {
    name: 'DropoutRun',
    run: (lab) => {
      using ffn = lab.FeedForward({ d_model: 16, d_ff: 24, seed: 1 });
      using run = lab.DropoutRun(ffn, x, { dropout: 0.25, passes: 9, seed: 3 });
      run.advance(4);
      const some = run.statistics();
      return [
        some,
        run.advance(9),
        run.statistics(),
        lab.dropout_statistics(ffn, x, { dropout: 0.25, passes: 4, seed: 3 }),
      ];
    },
    max_bytes: 131_072,
  },
  {
    name: 'ForwardStages',
    run: (lab) => {
      using ffn = lab.FeedForward({ d_model: 16, d_ff: 24, seed: 1 });
      using stages = lab.ForwardStages(ffn, x);
      for (const stage of ['linear1', 'activation', 'linear2'] as const) stages.run(stage, 3);
      return [ffn.forward(x)];
    },
    max_bytes: 65_536,
  },
  {
    name: 'TrainingRun',
    run: (lab) => {
      const dataset = lab.dataset({ kind: 'spiral', n: 16 });
      using run = lab.TrainingRun({
        dataset,
        d_model: 4,
        activation: 'gelu_sigmoid',
        seed: 3,
        dropout: 0.25,
      });
      run.step(20);
      run.rewind(7);
      run.step(3);
      return [
        run.losses(),
        run.weights(),
        run.trace_data(),
        run.data_gradients(),
        run.data_accuracy(),
      ];
    },
    max_bytes: 262_144,
  },
  {
    name: 'LanguageModel',
    run: (lab) => {
      using model = lab.LanguageModel({
        n_vocab: 7,
        n_positions: 4,
        d_model: 4,
        n_heads: 2,
        d_ff: 6,
        init: 'pytorch',
        seed: 1,
      });
      using copy = model.copy();
      copy.set_weights(model.weights());
      const switches = [{ silenced: [1] }];
      return [
        copy.forward([[1, 2, 3], [4]]),
        copy.next_word([1, 2], { switches }),
        copy.trace([1, 2]),
        copy.to_safetensors(),
      ];
    },
    max_bytes: 131_072,
  },
  {
    name: 'analyses of a LanguageModel',
    run: (lab) => {
      using model = lab.LanguageModel({
        n_vocab: 7,
        n_positions: 4,
        d_model: 4,
        n_heads: 2,
        d_ff: 6,
        init: 'pytorch',
        seed: 1,
      });
      using table = lab.FactTable(model, [
        [1, 2, 3],
        [4, 5],
      ]);
      const change = lab.rewrite(model, {
        prompt: [1, 2],
        wanted: 4,
        prompts: [[4], [1, 2]],
        most_steps: 2,
      });
      lab.apply_rewrite(model, change);
      return [
        table.answers(),
        table.strongest_prompts({ unit: 2 }),
        lab.knowledge_units(model, [1, 2]),
        lab.unit_words(model, { unit: 1 }),
      ];
    },
    max_bytes: 131_072,
  },
  {
    name: 'LanguageTraining',
    run: (lab) => {
      const sentences = [
        [1, 2, 3],
        [4, 5],
        [1, 6],
      ];
      using run = lab.LanguageTraining({
        sentences,
        n_vocab: 7,
        d_model: 4,
        n_heads: 2,
        d_ff: 6,
        init: 'pytorch',
        batch_size: 2,
        seed: 3,
      });
      run.step(3);
      run.rewind(1);
      using model = run.model();
      return [run.losses(), run.answers(), run.next_batch(), model.weights()];
    },
    max_bytes: 262_144,
  },
  {
    name: 'weights from outside',
    run: (lab) => {
      using ffn = lab.FeedForward({
        weights: { w1: tensor(24, 16), b1: tensor(24), w2: tensor(16, 24) },
        activation: 'gelu_sigmoid',
      });
      ffn.activation = 'silu';
      return [ffn.forward(x), ffn.state_dict('sequential'), String(ffn), ffn.gradient_check(x)];
    },
    max_bytes: 131_072,
  },
  {
    name: 'texts and files',
    run: (lab) => {
      const text = `inputs_of_the_network,targets_of_the_network\n${'1.25,2.5\n'.repeat(50)}`;
      const file = lab.write_safetensors(
        { ['a_long_name_of_a_tensor'.repeat(50)]: x },
        { made_by: 'a test of memory '.repeat(200) },
      );
      return [
        lab.dataset_from_csv(text),
        file,
        lab.compare_activations(['gelu_sigmoid', 'gelu_tanh'], { points: 9 }),
      ];
    },
    max_bytes: 131_072,
  },
];
