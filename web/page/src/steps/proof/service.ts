/**
 * Handlers of the self-check's worker: it checks one family per task, so that it can report
 * progress and abort in between.
 */
import type { Lab, Tensor } from 'ffn-lab';
import archive from 'virtual:golden';
import { next_task, type AnyHandlers, type CallContext } from '../../numbers/handler.ts';
import { make_scope } from '../../numbers/scope.ts';
import {
  family_names,
  type CheckRow,
  type FamilyName,
  type FamilyRow,
  type Golden,
} from './check.ts';
import * as block_checks from './block_checks.ts';
import * as checks from './checks.ts';
import * as training_checks from './training_checks.ts';

const map_values = <From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Readonly<Record<string, To>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));

/** Returns PyTorch's tensors by golden file and by name in the file. */
export function unpack_golden({
  files,
  count,
  data,
}: typeof archive): Readonly<Record<string, Golden>> {
  const planes = atob(data);
  const bytes = Uint8Array.from({ length: planes.length }, (_, place) =>
    planes.charCodeAt((place % 4) * count + Math.floor(place / 4)),
  );
  const all = new Float32Array(bytes.buffer);
  return map_values(files, ({ tensors }) =>
    map_values(tensors, ({ shape, from }): Tensor => {
      const size = shape.reduce((product, length) => product * length, 1);
      return { data: all.slice(from, from + size), shape };
    }),
  );
}

const families: Readonly<Record<FamilyName, (lab: Lab, golden: Golden) => CheckRow[]>> = {
  ...checks,
  ...block_checks,
  ...training_checks,
};

function check(lab: Lab, family: FamilyName, golden: Golden): FamilyRow[] {
  const scope = make_scope(lab);
  try {
    return families[family](scope.lab, golden).map((row) => ({ family, ...row }));
  } finally {
    scope.dispose();
  }
}

/**
 * Reports the rows of each completed family; `golden` are the tensors that the programs of the
 * numbers contain.
 */
async function self_test(lab: Lab, { signal, progress }: CallContext) {
  const golden = unpack_golden(archive);
  const rows: FamilyRow[] = [];
  for (const family of family_names) {
    await next_task();
    signal.throwIfAborted();
    const found = check(lab, family, golden[family] ?? {});
    rows.push(...found);
    progress(found satisfies SelfTestCalls['self_test']['progress']);
  }
  return { info: lab.info(), made_by: archive.made_by, rows, golden };
}

export type SelfTestReply = Awaited<ReturnType<typeof self_test>>;

export interface SelfTestCalls {
  self_test: { request: null; reply: SelfTestReply; progress: readonly FamilyRow[] };
}

export const make_handlers = (lab: Lab): AnyHandlers => ({
  self_test: (_request: null, context) => self_test(lab, context),
});
