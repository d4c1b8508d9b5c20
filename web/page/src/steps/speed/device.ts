/** Describes the browser, its operating system and the worker counts to measure. */

const browsers = [
  ['Firefox', /Firefox\/(\d+)/],
  ['Edge', /Edg\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Chrome', /Chrome\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* .*Safari/],
] as const;

/** Extracts the browser and the system from a user agent string: `Firefox 140, X11; Linux x86_64`. */
export function browser_and_system(user_agent: string): string {
  const [, system] = /\(([^)]*)\)/.exec(user_agent) ?? [];
  const named = browsers.flatMap(([name, pattern]) => {
    const [, version] = pattern.exec(user_agent) ?? [];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  const parts = [named, system?.replace(/; rv:[\d.]+$/, '')].filter((part) => part !== undefined);
  return parts.length === 0 ? user_agent : parts.join(', ');
}

/** Limits memory: every worker of a pool has its own copy of the weights. */
const most_workers = 8;

/** Returns the pool sizes to measure: two workers, and one per processor up to a limit. */
export function pool_sizes(processors: number): number[] {
  const all = Math.min(most_workers, processors);
  return Array.from(new Set([2, all])).filter((workers) => workers > 1 && workers <= all);
}
