/** Bars of probabilities, one below the other, each with its word and its number. */
import type { ComponentChildren } from 'preact';

interface ProbabilityBar {
  readonly word: string;
  /** Between 0 and 1. */
  readonly probability: number;
  readonly number: ComponentChildren;
  /** The word is the right answer; `mark` says so in words. */
  readonly mark?: string | undefined;
}

export interface ProbabilityBarsProps {
  readonly label: string;
  readonly language: string;
  readonly bars: readonly ProbabilityBar[];
}

export const ProbabilityBars = ({ label, language, bars }: ProbabilityBarsProps) => (
  <ol class="probability_bars" aria-label={label}>
    {bars.map(({ word, probability, number, mark }) => (
      <li key={word} class={mark === undefined ? 'probability' : 'probability probability_right'}>
        <span class="probability_word">
          <span lang={language}>{word}</span>
          {mark !== undefined && <span class="probability_mark">{mark}</span>}
        </span>
        {/* Of attributes alone: the static page, which has bars too, may have no inline style. */}
        <svg class="probability_bar" height={16} aria-hidden="true">
          <rect width={1} height={16} />
          <rect width={`${(100 * probability).toFixed(3)}%`} height={16} />
        </svg>
        <span class="probability_number">{number}</span>
      </li>
    ))}
  </ol>
);
