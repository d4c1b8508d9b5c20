/** Handlers of the self-check's worker: it checks one family per task, so that it can report progress and abort in between. */
import type { Lab } from 'ffn-lab';
import archive from 'virtual:golden';
import { next_task } from '../../numbers/next_task.ts';
import { make_scope } from '../../numbers/scope.ts';
import type { AnyHandlers, CallContext, Handler } from '../../numbers/handler.ts';
import * as block_checks from './block_checks.ts';
import { family_names } from './calls.ts';
import type { CheckRow, FamilyName, FamilyRow, ProofCalls, SelfTestReply } from './calls.ts';
import type { Golden } from './check.ts';
import * as feed_forward_checks from './feed_forward_checks.ts';
import { golden_file } from './golden_names.ts';
import { unpack_golden } from './unpack_golden.ts';

const families: Readonly<Record<FamilyName, (lab: Lab, golden: Golden) => CheckRow[]>> = { ...feed_forward_checks, ...block_checks };

function check(lab: Lab, family: FamilyName, golden: Golden): FamilyRow[] {
  const scope = make_scope(lab);
  try {
    return families[family](scope.lab, golden).map((row) => ({ family, ...row }));
  } finally {
    scope.dispose();
  }
}

async function self_test(lab: Lab, { signal, progress }: CallContext): Promise<SelfTestReply> {
  const golden = unpack_golden(archive);
  const rows: FamilyRow[] = [];
  for (const family of family_names) {
    await next_task();
    signal.throwIfAborted();
    const found = check(lab, family, golden[golden_file(family)] ?? {});
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
