/** Examples of a chart, which the gallery draws and the tests check. */
import type { FunctionComponent } from 'preact';

export interface ChartExamples<Properties> {
  readonly Chart: FunctionComponent<Properties>;
  /** The examples, named by what they show. */
  readonly examples: Readonly<Record<string, Properties>>;
  /** Counts the drawn marks of an example: the pattern matches one of them. */
  readonly marks: { readonly pattern: RegExp; readonly count: (example: Properties) => number };
}

export const no_action = (): void => {};
