/** Handlers of the self-check's worker: it checks one family per task, so that it can report progress and abort in between. */
import type { Lab } from 'ffn-lab';
import archive from 'virtual:golden';
import { next_task } from '../../numbers/handler.ts';
import { make_scope } from '../../numbers/scope.ts';
import type { AnyHandlers, CallContext } from '../../numbers/handler.ts';
import * as block_checks from './block_checks.ts';
import { family_names } from './check.ts';
import type { CheckRow, FamilyName, FamilyRow, Golden } from './check.ts';
import * as feed_forward_checks from './feed_forward_checks.ts';
import { golden_file, unpack_golden } from './golden.ts';

const families: Readonly<Record<FamilyName, (lab: Lab, golden: Golden) => CheckRow[]>> = { ...feed_forward_checks, ...block_checks };

function check(lab: Lab, family: FamilyName, golden: Golden): FamilyRow[] {
  const scope = make_scope(lab);
  try {
    return families[family](scope.lab, golden).map((row) => ({ family, ...row }));
  } finally {
    scope.dispose();
  }
}

/** Reports the rows of each completed family; `golden` are the tensors that the programs of the numbers contain. */
async function self_test(lab: Lab, { signal, progress }: CallContext) {
  const golden = unpack_golden(archive);
  const rows: FamilyRow[] = [];
  for (const family of family_names) {
    await next_task();
    signal.throwIfAborted();
    const found = check(lab, family, golden[golden_file(family)] ?? {});
    rows.push(...found);
    progress(found satisfies SelfTestCalls['self_test']['progress']);
  }
  return { info: lab.info(), made_by: archive.made_by, rows, golden };
}

export type SelfTestReply = Awaited<ReturnType<typeof self_test>>;

export interface SelfTestCalls {
  self_test: { request: null; reply: SelfTestReply; progress: readonly FamilyRow[] };
}

export const make_handlers = (lab: Lab): AnyHandlers => ({ self_test: (_request: null, context) => self_test(lab, context) });
