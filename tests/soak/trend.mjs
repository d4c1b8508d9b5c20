// Is a row of measurements flat? Decided by the median of all slopes within a visit (Theil and Sen): a single outlier moves it little,
// and what a newly loaded page begins with not at all.

const median = (numbers) => {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** Growth for each minute, as the median over all pairs of samples of the same visit. @param {{ visit: unknown, minute: number, value: number }[]} samples */
export function slope_of(samples) {
  const slopes = samples.flatMap((late, place) =>
    samples
      .slice(0, place)
      .filter((early) => early.visit === late.visit && late.minute > early.minute)
      .map((early) => (late.value - early.value) / (late.minute - early.minute)),
  );
  return slopes.length === 0 ? 0 : median(slopes);
}

/**
 * Growth over the measured minutes of a visit, which must stay below a share of the usual value and a quantity that is noise.
 * @param {{ visit: unknown, minute: number, value: number }[]} samples  @param {{ share: number, noise: number }} allowed
 */
export function judge(samples, { share, noise }) {
  const usual = samples.length === 0 ? 0 : median(samples.map(({ value }) => value));
  const at = samples.map(({ minute }) => minute);
  const minutes = samples.length === 0 ? 0 : Math.max(...at) - Math.min(...at);
  const growth = slope_of(samples) * minutes;
  const limit = Math.max(noise, share * usual);
  return { usual, growth, limit, flat: growth <= limit };
}
