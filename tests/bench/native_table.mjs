/** The tables of what is measured outside the browser. */
import {
  case_name,
  grouped,
  is_own,
  markdown,
  task_names,
  threads_name,
  three_digits,
  times,
} from './cells.mjs';

function table(native, activation_names) {
  const engines = [...new Set(native.map(({ engine }) => engine))];
  const ours = engines.filter(is_own);
  const other = engines.find((engine) => !is_own(engine));
  const works = grouped(
    native,
    ({ case: work, activation }) => `${case_name(work)}, ${activation_names[activation]}`,
  );
  const rows = [...works].map(([name, results]) => {
    const time_of = (engine) =>
      results.find((result) => result.engine === engine)?.milliseconds.median ?? NaN;
    const ratios =
      other === undefined ? [] : ours.map((engine) => times(time_of(other) / time_of(engine)));
    return [name, ...engines.map((engine) => three_digits(time_of(engine))), ...ratios];
  });
  const headings = other === undefined ? [] : ours.map((engine) => `${other} ÷ ${engine}`);
  return markdown(['', ...engines, ...headings], rows);
}

/** Returns for each task and number of threads a title and a table. */
export function native_tables({ native }, activation_names) {
  const groups = grouped(
    native,
    ({ case: { task = 'forward' }, threads = 1 }) =>
      `Outside the browser, ${threads_name(threads).toLowerCase()}, milliseconds of ${task_names[task]}:`,
  );
  return [...groups].flatMap(([title, some]) => [title, table(some, activation_names)]);
}
