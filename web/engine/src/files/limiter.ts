/** Returns a function that runs tasks, at most `limit` at the same time; the others wait in order. */
export function limiter(limit: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running < limit) ++running;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await task();
    } finally {
      const start = waiting.shift(); // takes the place of this task
      if (start === undefined) --running;
      else start();
    }
  };
}
