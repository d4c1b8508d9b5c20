/** Loading in a process whose address space is limited, as on shared hosting. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const entry = new URL('../../web/engine/dist/index.node.js', import.meta.url).href;

const closed = 'http://127.0.0.1:9/ffn-lab.simd.wasm';

/** Prints the outcome of a load, and then that the process goes on. */
const script_of = (options: string, use = "'loaded ' + lab.activation('relu', [2]).value") => `
  import { load } from ${JSON.stringify(entry)};
  const outcome = await load({ variant: 'simd', ${options} }).then(
    (lab) => ${use},
  ).catch(({ name, code, message }) => [name, code, message].join(': '));
  console.log(outcome);
  console.log('still running');`;

/** Runs the script with at most `gigabytes` of address space; only Linux enforces the limit. */
function lines_with(gigabytes: number, script: string, ...flags: readonly string[]): string[] {
  const command = 'ulimit -v "$1" && shift && exec "$@"';
  const node = [process.execPath, ...flags, '--input-type=module', '--eval', script];
  const { stdout, stderr } = spawnSync(
    'bash',
    ['-c', command, 'bash', `${gigabytes * 1e6}`, ...node],
    { encoding: 'utf8', timeout: 600_000, killSignal: 'SIGKILL' }, // no limit of the test ends it
  );
  return stdout === '' ? [stderr] : stdout.trim().split('\n');
}

const has_flag = process.allowedNodeEnvironmentFlags.has('--disable-wasm-trap-handler');

it.runIf(process.platform === 'linux')(
  'either loads or rejects with out_of_memory and the way on',
  () => {
    const lines = lines_with(3, script_of(''));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^loaded 2$|^FfnError: out_of_memory: .*ulimit -v.*start Node\.js with --disable-wasm-trap-handler$/,
    );
    expect(lines[1]).toBe('still running');
  },
);

it.runIf(process.platform === 'linux' && has_flag)('loads in the way that the error names', () => {
  expect(lines_with(3, script_of(''), '--disable-wasm-trap-handler')).toEqual([
    'loaded 2',
    'still running',
  ]);
});

// 14 GB suffice for the memory of the lab, but not for another one.
it.runIf(process.platform === 'linux').each([
  ['load', 3, script_of(`wasm_url: '${closed}'`)],
  ['open_checkpoint', 14, script_of('', `lab.open_checkpoint('${closed}')`)],
])('%s rejects where fetch would end the process', (_name, gigabytes, script) => {
  const lines = lines_with(gigabytes, script);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    /^FfnError: ((load|read)_failed: .* could not be fetched|out_of_memory: .*fetch needs; .*--disable-wasm-trap-handler)$/,
  );
  expect(lines[1]).toBe('still running');
});

/** Reads a file from a server of the same process, in several requests. */
const fetched = `(async () => {
  const file = lab.write_safetensors({ a: lab.RandomState(1).randn([1000]) });
  const server = createServer(({ headers: { range } }, response) => {
    const [begin, end] = range.slice('bytes='.length).split('-').map(Number);
    const bytes = file.subarray(begin, end + 1);
    const sent = [begin, begin + bytes.length - 1].join('-') + '/' + file.length;
    response.writeHead(206, { 'content-range': 'bytes ' + sent }).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref(); // so that the process ends after an error, too
  const checkpoint = await lab.open_checkpoint('http://127.0.0.1:' + server.address().port);
  const shapes = [await checkpoint.tensor('a'), await checkpoint.tensor('a')].map(({ shape }) => shape);
  return 'fetched ' + shapes.join();
})()`;

// 26 GB suffice for the memories of the lab and of fetch, but not for a third one.
it.runIf(process.platform === 'linux')('goes on to fetch where there is no memory for more', () => {
  const script = `import { createServer } from 'node:http'; ${script_of('', fetched)}`;
  expect(lines_with(26, script)).toEqual(['fetched 1000,1000', 'still running']);
});
