/** Reads traces of LCOV, whose format `man geninfo` describes. */

/** The processors' features, as /proc/cpuinfo names them, for which headers have code of its own. */
const features = { __AVX2__: 'avx2', __AVX512F__: 'avx512f' };

/**
 * Returns the numbers of the lines of a source that no test can run: those that contain
 * LCOV_EXCL_LINE, and those that are compiled for a feature that the processor has not.
 */
export function unreachable_lines(source, has_feature) {
  const lines = new Set();
  let lacks = false;
  source.split('\n').forEach((text, index) => {
    const [, macro] = /^#if defined\((\w+)\)/.exec(text) ?? [];
    if (macro in features) lacks = !has_feature(features[macro]);
    else if (/^#e(lse|lif|ndif)/.test(text)) lacks = false;
    if (lacks || text.includes('LCOV_EXCL_LINE')) lines.add(index + 1);
  });
  return lines;
}

/**
 * Returns, for each file of a trace, its lines, the numbers of those that no test ran, and how many
 * branches it has and tests took.
 */
export function files_of(trace) {
  const files = [];
  for (const record of trace.split('\n')) {
    const [, key, value] = /^(\w+):(.*)$/.exec(record) ?? [];
    if (key === 'SF') files.push({ path: value, lines: 0, missed: [], branches: 0, taken: 0 });
    const file = files.at(-1);
    if (key === 'DA') {
      const [line, count] = value.split(',').map(Number);
      file.lines += 1;
      if (count === 0) file.missed.push(line);
    } else if (key === 'BRF') file.branches = Number(value);
    else if (key === 'BRH') file.taken = Number(value);
  }
  return files;
}
