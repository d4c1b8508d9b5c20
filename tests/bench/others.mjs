/** How much of the processors other programs use during a race (Linux). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const ticks_per_second = 100; // of /proc/*/stat, on every Linux

/** Returns each process's parent and its processor time in seconds, by its number. */
function processes(folder) {
  const found = new Map();
  for (const name of readdirSync(folder).filter((entry) => /^\d+$/.test(entry))) {
    const file = `${folder}/${name}/stat`;
    if (!existsSync(file)) continue; // it has ended meanwhile
    const text = readFileSync(file, 'utf8');
    // The name of the program, in brackets, may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const seconds = (Number(fields[11]) + Number(fields[12])) / ticks_per_second;
    found.set(Number(name), { parent: Number(fields[1]), seconds });
  }
  return found;
}

/** Returns the processor time of a process and all that it has started, in seconds. */
export function seconds_of(first, folder = '/proc') {
  const all = processes(folder);
  const is_own = (number) =>
    number === first || (all.has(number) && is_own(all.get(number).parent));
  return [...all].reduce((sum, [number, { seconds }]) => sum + (is_own(number) ? seconds : 0), 0);
}

function all_seconds() {
  const busy = ({ times: { user, nice, sys, irq } }) => user + nice + sys + irq;
  return cpus().reduce((sum, cpu) => sum + busy(cpu), 0) / 1000;
}

const look = () => ({
  at: performance.now() / 1000,
  others: all_seconds() - seconds_of(process.pid),
});

/**
 * Returns a function that returns the number of cores that other processes have used since; 0 where
 * it is not known.
 */
export function watch_others() {
  if (!existsSync('/proc/self/stat')) return () => 0;
  const before = look();
  return () => {
    const after = look();
    return Math.max(0, after.others - before.others) / (after.at - before.at);
  };
}

/** With more than this the times are too long, those with several threads most. */
export const calm_cores = 0.2;

const [look_milliseconds, longest_wait_milliseconds, most_attempts] = [1000, 20_000, 3];

/** Waits until other processes rest, but not for long. */
async function others_rest() {
  const until = performance.now() + longest_wait_milliseconds;
  for (;;) {
    const others = watch_others();
    await sleep(look_milliseconds);
    if (others() <= calm_cores || performance.now() > until) return;
  }
}

/**
 * Measures when other processes rest, and again if they disturbed the measurement. Returns the
 * least disturbed result, with the number of cores that they used during it as `busy_cores`.
 */
export async function undisturbed(measure, watch = watch_others, rest = others_rest) {
  let best;
  for (let attempt = 0; attempt < most_attempts; attempt++) {
    await rest();
    const others = watch();
    const result = await measure();
    const busy_cores = others();
    if (!(busy_cores >= best?.busy_cores)) best = { ...result, busy_cores };
    if (busy_cores <= calm_cores) break;
  }
  return best;
}
