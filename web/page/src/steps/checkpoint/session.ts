/**
 * The open models: the worker keeps them with one network and its pass, a program opens the files
 * of the same names.
 */
import type { Checkpoint, Lab } from 'ffn-lab';
import type { FileNames, FileSession, OfFile } from './file_session.ts';
import { input_of, read_network } from './inputs.ts';
import { OpenFiles } from './open_files.ts';
import { make_sample } from './sample.ts';

/** The session of a worker, which also opens files. */
export const open_session = (lab: Lab) => new OpenFiles(lab);

/** Opens a file of the reader. */
type Open = (name: string) => Promise<never>;

async function open_again(
  lab: Lab,
  open: Open,
  { sample, files, config, index }: FileNames,
): Promise<Checkpoint> {
  if (sample) return lab.open_checkpoint(make_sample(lab));
  const weights: never[] = [];
  for (const name of files) weights.push(await open(name));
  return lab.open_checkpoint(weights, {
    ...(config && { config: await open(config) }),
    ...(index && { index: await open(index) }),
  });
}

/** The session of a program. */
export function make_session({
  lab,
  open,
}: {
  readonly lab: Lab;
  readonly open: Open;
}): FileSession {
  const checkpoint = ({ file }: OfFile) => open_again(lab, open, file);
  return {
    checkpoint,
    with_network: async (state, _, use) => use(await read_network(await checkpoint(state), state)),
    async with_pass(state, _, use) {
      const opened = await checkpoint(state);
      const { x, reference } = await input_of(lab, opened, state);
      const ffn = await read_network(opened, state);
      return use({ ffn, x, reference, trace: ffn.trace(x) });
    },
    input_of: async (state) => input_of(lab, await checkpoint(state), state),
    keep_inputs: () => () => undefined,
  };
}
