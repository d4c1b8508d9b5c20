/** The machine and the browser, as far as they tell. */

const browsers = [
  ['Firefox', /Firefox\/(\d+)/],
  ['Edge', /Edg\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Chrome', /Chrome\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* .*Safari/],
] as const;

/** `Firefox 140, X11; Linux x86_64`: the parts of a browser's name for itself that tell something. */
export function browser_and_system(user_agent: string): string {
  const [, system] = /\(([^)]*)\)/.exec(user_agent) ?? [];
  const named = browsers.flatMap(([name, pattern]) => {
    const [, version] = pattern.exec(user_agent) ?? [];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  const parts = [named, system?.replace(/; rv:[\d.]+$/, '')].filter((part) => part !== undefined);
  return parts.length === 0 ? user_agent : parts.join(', ');
}

/** Each pool holds the weights once for each of its workers. */
const most_workers = 8;

/** Numbers of workers worth a measurement of their own: two, and as many as there are processors. */
export function pool_sizes(processors: number): number[] {
  const all = Math.min(most_workers, processors);
  return Array.from(new Set([2, all])).filter((workers) => workers > 1 && workers <= all);
}
