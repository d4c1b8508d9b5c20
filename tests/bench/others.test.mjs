import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seconds_of, undisturbed } from './others.mjs';

/** Measures races that others disturb by these numbers of cores, one after the other. */
async function measured(...disturbances) {
  const log = [];
  let race = 0;
  const result = await undisturbed(
    () => Promise.resolve({ race: ++race }),
    () => () => disturbances[race - 1],
    () => Promise.resolve(log.push(`rest before ${race + 1}`)),
  );
  return { ...result, log };
}

describe('a race on a machine with other work', () => {
  it('is measured once, when others rest', async () => {
    expect(await measured(0.1)).toEqual({ race: 1, busy_cores: 0.1, log: ['rest before 1'] });
  });

  it('is measured again after others have disturbed it', async () => {
    expect(await measured(1.5, 0.1, 0)).toMatchObject({ race: 2, busy_cores: 0.1 });
  });

  it('has the least disturbed result if others do not stop', async () => {
    expect(await measured(1.5, 0.7, 0.9, 0)).toMatchObject({ race: 2, busy_cores: 0.7 });
  });
});

/** Writes a folder like /proc: processes with their parents and ticks in user and system mode. */
function proc_folder(processes) {
  const folder = mkdtempSync(join(tmpdir(), 'ffn-lab-proc-'));
  for (const [number, name, parent, user, system] of processes) {
    const fields = ['S', parent, ...Array(9).fill(0), user, system, 0];
    mkdirSync(join(folder, String(number)));
    writeFileSync(join(folder, String(number), 'stat'), `${number} (${name}) ${fields.join(' ')}`);
  }
  return folder;
}

it('counts the processor time of a process and of all that it has started', () => {
  const folder = proc_folder([
    [1, 'init', 0, 1000, 0],
    [20, 'node', 1, 100, 20],
    [21, 'a driver) R 1 (', 20, 30, 0],
    [22, 'browser', 21, 200, 50],
    [30, 'other', 1, 700, 0],
  ]);
  expect(seconds_of(20, folder)).toBe(4);
  expect(seconds_of(22, folder)).toBe(2.5);
  rmSync(folder, { recursive: true });
});
