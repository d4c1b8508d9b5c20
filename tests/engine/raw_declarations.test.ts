/** Compares the engine's declarations of the WebAssembly module (raw_*.ts) with the functions that Embind binds. */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { load } from 'ffn-lab';
import type { RawModule, RawResult } from '../../web/engine/src/raw_module.js';
import { raw_of } from './fill_memory.js';
import { golden_file } from './checkpoint_files.js';
import { runnable_variants } from './variants.js';

const source = (name: string) => fileURLToPath(new URL(`../../web/engine/src/${name}.ts`, import.meta.url));
const files = ['raw_module', 'raw_nn', 'raw_training', 'raw_checkpoint', 'raw_analysis'].map(source);
const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, strict: true, noEmit: true, skipLibCheck: true };
const program = ts.createProgram(files, { ...options, types: [], lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.esnext.disposable.d.ts'] });
const checker = program.getTypeChecker();

/** A declared member: the number of arguments of a function, or the type of a property. */
type Members = Readonly<Record<string, number | string>>;

function declared(name: string): Members {
  for (const file of program.getSourceFiles()) {
    for (const node of file.statements) {
      if (ts.isInterfaceDeclaration(node) && node.name.text === name) return members_of(checker.getTypeAtLocation(node), node);
    }
  }
  throw new Error(`no interface ${name}`);
}

function members_of(type: ts.Type, at: ts.Node): Members {
  return Object.fromEntries(
    type.getProperties().map((property) => {
      const member = checker.getTypeOfSymbolAtLocation(property, at);
      const [signature] = member.getCallSignatures();
      const text = checker.typeToString(checker.getBaseTypeOfLiteralType(member));
      return [property.name, signature === undefined ? text : signature.getParameters().length];
    }),
  );
}

/** Returns the number of arguments that Embind records. */
function arity_of(call: object, name: string): number {
  const { argCount: count } = call as { readonly argCount?: number };
  if (count === undefined) throw new Error(`Embind does not record the arguments of ${name}`);
  return count;
}

const text_of_type = (value: unknown) => (value instanceof Float32Array ? 'Float32Array<ArrayBufferLike>' : typeof value);

const is_class = (value: unknown) => typeof (value as { prototype?: { delete?: unknown } } | undefined)?.prototype?.delete === 'function';

/** Emscripten's own functions: only those that the package calls are declared. */
const emscriptens = /Error$|^(calledRun|count_emval_handles|instantiateWasm|wasmMemory|memory_limit)$/;
const plain = /^(HEAPF32|stackSave|stackRestore)$/;

function bound_functions(raw: RawModule): Members {
  const entries = Object.entries(raw).filter(([name, value]) => !emscriptens.test(name) && !is_class(value));
  return Object.fromEntries(
    entries.map(([name, value]: [string, unknown]): [string, number | string] => {
      if (typeof value !== 'function') return [name, text_of_type(value)];
      return [name, plain.test(name) ? value.length : arity_of(value, name)];
    }),
  );
}

/** Returns the members of a class's object, without those that Embind adds to all objects. */
function bound_members(handle: object): Members {
  const members: Record<string, number | string> = { delete: 0 };
  for (
    let level = Object.getPrototypeOf(handle) as object;
    !Object.hasOwn(level, 'isAliasOf');
    level = Object.getPrototypeOf(level) as object
  ) {
    for (const name of Object.getOwnPropertyNames(level)) {
      if (name === 'constructor' || name in members) continue;
      const value = Reflect.get(level, name, handle) as unknown;
      members[name] = typeof value === 'function' ? arity_of(value, name) : text_of_type(value);
    }
  }
  return members;
}

const made = <Value>(result: RawResult<Value>): Value => {
  if (result.error !== undefined) throw new Error(result.error.message);
  return result.value;
};

const sizes = { d_model: 4, d_ff: undefined, bias: true, gated: false, init: 'zeros', seed: 0 };
const behaviour = { activation: 'relu', dropout: 0, dropout_placement: 'hidden' };
const block = {
  ...{ n_heads: 1, activation: 'relu', norm: 'pre', shortcuts: true, feed_forward_only: false, causal: true },
  ...{ dropout: 0, attention_dropout: 0, feed_forward_dropout: 0, qkv_bias: true, ...sizes },
};
const training = {
  ...{ ...sizes, ...behaviour, weights: undefined, shortcut: true, optimizer: 'sgd', lr: 1, weight_decay: 0, momentum: 0 },
  ...{ nesterov: false, beta1: 0, beta2: 0, eps: 1, batch_size: undefined, snapshot_every: 1 },
};

/** Each class that Embind binds: its name there, its name in the engine, and a function that creates an object. */
const classes: readonly (readonly [bound: string, declared: string, make: (raw: RawModule) => object])[] = [
  ['RandomState', 'RawRandomState', (raw) => made(raw.make_random_state(1))],
  ['FeedForward', 'RawFeedForward', (raw) => made(raw.make_random_feed_forward({ ...sizes, ...behaviour }))],
  [
    'PackedFeedForward',
    'RawPackedFeedForward',
    (raw) =>
      made(
        raw.pack_feed_forward(
          { w1: { data: new Float32Array(4), shape: [2, 2] }, w2: { data: new Float32Array(4), shape: [2, 2] } },
          'relu',
        ),
      ),
  ],
  ['LayerNorm', 'RawLayerNorm', (raw) => made(raw.make_layer_norm({ features: 4, eps: 1 }))],
  ['Attention', 'RawAttention', (raw) => made(raw.make_attention(block))],
  ['TransformerBlock', 'RawTransformerBlock', (raw) => made(raw.make_transformer_block(block))],
  ['BlockStack', 'RawBlockStack', (raw) => made(raw.make_block_stack({ ...block, n_layers: 1 }))],
  [
    'DropoutRun',
    'RawDropoutRun',
    (raw) => {
      const ffn = made(raw.make_random_feed_forward({ ...sizes, ...behaviour }));
      const experiment = { dropout: 0.5, dropout_placement: 'hidden', passes: 2, seed: 0, token: 0, feature: 0 };
      const run = made(raw.make_dropout_run(ffn, { data: new Float32Array(4), shape: [1, 4] }, experiment));
      ffn.delete();
      return run;
    },
  ],
  [
    'ForwardStages',
    'RawForwardStages',
    (raw) => {
      const ffn = made(raw.make_random_feed_forward({ ...sizes, ...behaviour }));
      const stages = made(raw.make_forward_stages(ffn, { data: new Float32Array(4), shape: [1, 4] }));
      ffn.delete();
      return stages;
    },
  ],
  [
    'TrainingRun',
    'RawTrainingRun',
    (raw) => {
      const dataset = made(raw.toy_dataset({ kind: 'xor', n: 4, noise: 0, seed: 0, coefficients: undefined }));
      return made(raw.make_training_run({ ...training, dataset }));
    },
  ],
  [
    'Checkpoint',
    'RawCheckpoint',
    (raw) => {
      const file = golden_file('gpt2_f32');
      const length = made(raw.checkpoint_header_length(file.subarray(0, 8), file.length));
      return made(raw.make_checkpoint(file.subarray(8, 8 + length), file.length));
    },
  ],
];

describe.each(runnable_variants)('declarations of the module, variant %s', (variant) => {
  it('contain exactly the bound functions, with their arguments', async () => {
    using lab = await load({ variant });
    expect(bound_functions(raw_of(lab))).toEqual(declared('RawModule'));
  });

  it('contain every bound class', async () => {
    using lab = await load({ variant });
    const bound = Object.entries(raw_of(lab)).filter(([, value]) => is_class(value));
    const bases = ['Network']; // a base class, never created
    expect(bound.map(([name]) => name).sort()).toEqual([...classes.map(([name]) => name), ...bases].sort());
  });

  it.each(classes)('contain every method and property of %s', async (_bound, name, make) => {
    using lab = await load({ variant });
    expect(bound_members(make(raw_of(lab)))).toEqual(declared(name));
  });
});
