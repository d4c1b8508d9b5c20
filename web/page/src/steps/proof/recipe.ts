/** The self-check: one family of checks after the other, between which it can be cancelled. */
import type { Tensor } from 'ffn-lab';
import archive from 'virtual:golden';
import type { Given } from '../../compute/recipe.ts';
import { make_scope } from '../../compute/scope.ts';
import * as block_checks from './block_checks_recipe.ts';
import {
  family_names,
  type CheckRow,
  type FamilyName,
  type FamilyRow,
  type Golden,
} from './check.ts';
import * as checks from './checks_recipe.ts';
import * as training_checks from './training_checks_recipe.ts';

const map_values = <From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Readonly<Record<string, To>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));

/** Returns PyTorch's tensors by golden file and by name in the file. */
export const unpack_golden = ({
  files,
  count,
  data,
}: typeof archive): Readonly<Record<string, Golden>> => {
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
};

const families: Readonly<Record<FamilyName, (given: Given, golden: Golden) => CheckRow[]>> = {
  ...checks,
  ...block_checks,
  ...training_checks,
};

/** The rows of all families; those so far are reported. `run` counts the runs. */
export const self_test = async ({ lab, ...given }: Given, _: { readonly run: number }) => {
  const golden = unpack_golden(archive);
  const rows: FamilyRow[] = [];
  const value = () => ({ info: lab.info(), made_by: archive.made_by, rows: [...rows], golden });
  for (const [done, family] of family_names.entries()) {
    const scope = make_scope(lab);
    const found = families[family]({ lab: scope.lab, ...given }, golden[family] ?? {});
    scope.dispose();
    rows.push(...found.map((row) => ({ family, ...row })));
    await given.progress.pause({ done: done + 1, of: family_names.length, value: value() });
  }
  return value();
};
