// Decides whether a series of measurements grows, by the Theil–Sen estimator: the median of the
// slopes of all pairs within a visit. A single outlier hardly changes the median, and different
// initial values of visits do not.

const median = (numbers) => {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/**
 * Returns the growth in a minute, as the median over all pairs of samples of the same visit.
 * @param {{ visit: unknown, minute: number, value: number }[]} samples
 */
export function slope_of(samples) {
  const slopes = samples.flatMap((later, place) =>
    samples
      .slice(0, place)
      .filter((early) => early.visit === later.visit && later.minute > early.minute)
      .map((early) => (later.value - early.value) / (later.minute - early.minute)),
  );
  return slopes.length === 0 ? 0 : median(slopes);
}

/**
 * Returns the growth over the measured minutes of a visit, and whether it is below the limit: a
 * share of the median or the noise, whichever is larger.
 * @param {{ visit: unknown, minute: number, value: number }[]} samples @param {{ share: number,
 * noise: number }} allowed
 */
export function judge(samples, { share, noise }) {
  const usual = samples.length === 0 ? 0 : median(samples.map(({ value }) => value));
  const at = samples.map(({ minute }) => minute);
  const minutes = samples.length === 0 ? 0 : Math.max(...at) - Math.min(...at);
  const growth = slope_of(samples) * minutes;
  const limit = Math.max(noise, share * usual);
  return { usual, growth, limit, flat: growth <= limit };
}
