/** Runs Python programs with NumPy and PyTorch, which `tests/run` installs. */
import { spawnSync } from 'node:child_process';
import { model_folder } from './run_program.ts';

/** Prints what each program prints, as a list in JSON, or its error. */
const runner = `
import contextlib, io, json, sys, traceback
printed = []
for program in json.load(sys.stdin):
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(program, {"__name__": "__main__"})
        printed.append(out.getvalue())
    except Exception:
        printed.append(traceback.format_exc())
json.dump(printed, sys.stdout)
`;

/** Returns what each program prints; an error's text if it fails. */
export function run_python(programs: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync(
    process.env.FFN_PYTHON ?? 'python3',
    ['-c', runner],
    {
      cwd: model_folder,
      input: JSON.stringify(programs),
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as string[];
}

/** Returns the number that a program has printed: `1.5`, `tensor(1.5000)`, `True`. */
export function printed_number(text: string): number {
  const [, number = text] = /^tensor\(([^,)]*)[^)]*\)$/.exec(text.trim()) ?? [];
  return number.trim() === 'nan' ? NaN : Number(number);
}
