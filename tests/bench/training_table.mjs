/** The table of training steps. */
import { lead_of, markdown, missing, result_of, threads_name, three_digits } from './cells.mjs';

const cell = ({ milliseconds }) => {
  if (milliseconds === undefined) return missing;
  const { median, lower_quartile, upper_quartile } = milliseconds;
  return `${three_digits(median)} (${three_digits(lower_quartile)} to ${three_digits(upper_quartile)})`;
};

function row(report, race) {
  return [
    threads_name(race.threads),
    ...report.engines.map(({ engine }) => cell(result_of(race, engine))),
    lead_of(race),
  ];
}

/** Returns a title and a table with a row for each number of threads. */
export function training_tables(report) {
  if (report.races.length === 0) return [];
  const header = ['', ...report.engines.map(({ label }) => label), 'best other ÷ ffn-lab'];
  return [
    `In ${report.browser}, milliseconds of a step (quartiles):`,
    markdown(
      header,
      report.races.map((race) => row(report, race)),
    ),
  ];
}
