/** Handlers of the self-check's worker: it checks one family per task, so that it can report progress and abort in between. */
import type { Lab, Tensor } from 'ffn-lab';
import archive from 'virtual:golden';
import { next_task } from '../../numbers/next_task.ts';
import type { AnyHandlers, CallContext, Handler } from '../../numbers/service.ts';
import {
  attention_checks,
  block_stack_checks,
  layer_norm_checks,
  loss_checks,
  training_checks,
  transformer_block_checks,
} from './block_checks.ts';
import { family_names } from './calls.ts';
import type { CheckRow, FamilyName, ProofCalls, SelfTestReply } from './calls.ts';
import { compare, relative, with_disposable } from './check.ts';
import type { Computed, Golden } from './check.ts';
import { activation_checks, forward_checks, gpt2_size_checks, gradient_checks, random_checks } from './feed_forward_checks.ts';
import { checked_networks, golden_file } from './golden_names.ts';
import { unpack_golden } from './unpack_golden.ts';

const gradient_limit = 1e-8;

/** Compares the backward pass with central differences of the forward pass, for each tensor; needs no golden data. */
function gradient_check_rows(lab: Lab): CheckRow[] {
  const x = with_disposable(lab.RandomState(3), (rng) => rng.randn([2, 1, 4]));
  return Object.entries(checked_networks).flatMap(([network, options]) =>
    with_disposable(lab.FeedForward({ d_model: 4, ...options, seed: 2 }), (ffn) => {
      const tensors: Partial<Record<string, Tensor>> = { x, ...ffn.weights() };
      return ffn.gradient_check(x).map(({ name, largest_error, at }): CheckRow => {
        const { shape = [], data } = tensors[name] ?? {};
        return {
          family: 'gradient_check',
          tensor: `${network}.${name}`,
          shape,
          count: data?.length ?? 0,
          largest: largest_error,
          measured: largest_error,
          at,
          tolerance: relative(gradient_limit),
          passed: largest_error < gradient_limit,
        };
      });
    }),
  );
}

type Family = (lab: Lab, golden: Golden) => Computed[];

const families: Readonly<Record<Exclude<FamilyName, 'gradient_check'>, Family>> = {
  random: random_checks,
  activation: activation_checks,
  notebook_batch: (lab, golden) => forward_checks(lab, golden, 1e-6),
  worked_example: (lab, golden) => forward_checks(lab, golden, 1e-6),
  biased: (lab, golden) => forward_checks(lab, golden, 1e-5),
  gpt2_size: gpt2_size_checks,
  gradients: gradient_checks,
  layer_norm: layer_norm_checks,
  attention: attention_checks,
  transformer_block: transformer_block_checks,
  block_stack: block_stack_checks,
  loss: loss_checks,
  training: training_checks,
};

async function self_test(lab: Lab, { signal, progress }: CallContext): Promise<SelfTestReply> {
  const golden = unpack_golden(archive);
  const rows: CheckRow[] = [];
  for (const family of family_names) {
    await next_task();
    signal.throwIfAborted();
    const own = golden[golden_file(family)] ?? {};
    const found =
      family === 'gradient_check'
        ? gradient_check_rows(lab)
        : families[family](lab, own).map((computed) => compare(lab, family, own, computed));
    rows.push(...found);
    progress(found satisfies ProofCalls['self_test']['progress']);
  }
  return { info: lab.info(), made_by: archive.made_by, rows, golden };
}

type Handlers = { readonly [Name in keyof ProofCalls]: Handler<ProofCalls[Name]['request'], ProofCalls[Name]['reply']> };

export function make_handlers(lab: Lab): AnyHandlers {
  const handlers: Handlers = { self_test: (_request, context) => self_test(lab, context) };
  return handlers;
}
