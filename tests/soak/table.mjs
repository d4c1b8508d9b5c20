// Formats the rows of a table that is printed while it grows.

const widths = {
  minute: 7,
  visit: 6,
  of_visit: 9,
  done: 7,
  missed: 7,
  heap: 9,
  worker_heap: 12,
  wasm: 8,
};
const megabytes = ['heap', 'worker_heap', 'wasm'];

const cell = (name, text) => String(text).padStart(widths[name] ?? 10);

export const header = (sample) =>
  Object.keys(sample)
    .map((name) => cell(name, name))
    .join('');

const text_of = (name, value) => {
  if (megabytes.includes(name)) return `${(value / 1e6).toFixed(2)}M`;
  return Number.isInteger(value) ? value : value.toFixed(1);
};

export const row = (sample) =>
  Object.entries(sample)
    .map(([name, value]) => cell(name, text_of(name, value)))
    .join('');
