/** Loading in a process whose address space is limited, as on shared hosting. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const entry = new URL('../../web/engine/dist/index.node.js', import.meta.url).href;

const closed = 'http://127.0.0.1:9/ffn-lab.simd.wasm';

/** Prints the outcome of a load, and then that the process goes on. */
const script_of = (options: string) => `
  import { load } from ${JSON.stringify(entry)};
  const outcome = await load({ variant: 'simd', ${options} }).then(
    (lab) => 'loaded ' + lab.activation('relu', [2]).value,
    ({ name, code, message }) => [name, code, message].join(': '),
  );
  console.log(outcome);
  console.log('still running');`;

/** Runs the script with at most `gigabytes` of address space; only Linux enforces the limit. */
function lines_with(gigabytes: number, options = '', ...flags: readonly string[]): string[] {
  const command = 'ulimit -v "$1" && shift && exec "$@"';
  const node = [process.execPath, ...flags, '--input-type=module', '--eval', script_of(options)];
  const { stdout, stderr } = spawnSync(
    'bash',
    ['-c', command, 'bash', `${gigabytes * 1e6}`, ...node],
    { encoding: 'utf8' },
  );
  return stdout === '' ? [stderr] : stdout.trim().split('\n');
}

const has_flag = process.allowedNodeEnvironmentFlags.has('--disable-wasm-trap-handler');

it.runIf(process.platform === 'linux')(
  'either loads or rejects with out_of_memory and the way on',
  () => {
    const lines = lines_with(3);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^loaded 2$|^FfnError: out_of_memory: .*ulimit -v.*start Node\.js with --disable-wasm-trap-handler$/,
    );
    expect(lines[1]).toBe('still running');
  },
);

it.runIf(process.platform === 'linux' && has_flag)('loads in the way that the error names', () => {
  expect(lines_with(3, '', '--disable-wasm-trap-handler')).toEqual(['loaded 2', 'still running']);
});

it.runIf(process.platform === 'linux')('rejects where fetch would end the process', () => {
  const lines = lines_with(3, `wasm_url: '${closed}'`);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    /^FfnError: (load_failed: .* could not be fetched|out_of_memory: .*fetch needs; .*--disable-wasm-trap-handler)$/,
  );
  expect(lines[1]).toBe('still running');
});
