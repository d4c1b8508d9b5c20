/**
 * Prediction of GELU's derivative before it is shown: five points over one x axis, each a native
 * slider.
 */
import { choose_guess } from '../../quiz/predictions.ts';
import { cover_answer } from '../../quiz/revealed_answers.ts';
import { CurvePlot, plot_margin, x_scale, type Series } from '../../charts/curve_plot.tsx';
import { Slider } from '../../controls/slider.tsx';
import { use_width } from '../../charts/use_width.ts';
import { Message } from '../../controls/message.tsx';
import { CheckButton, ShowButton, Verdict } from '../../quiz/prediction.tsx';
import { Value } from '../../numbers/value.tsx';
import {
  checked_points,
  draft,
  guess_points,
  guess_range as y_domain,
  initial_draft,
  write_points,
} from '../../quiz/slope_guess.ts';
import type { AnswerOf } from '../../numbers/answers.ts';
import { format_tick, t } from '../../words/i18n.ts';
import { derivative_shown, guess, guess_curves } from './curves.tsx';
import { make_label, make_series, points_of } from './data.ts';
import { guess_x_range as x_domain } from './points.ts';

type GuessAnswer = AnswerOf<typeof guess>;

const height = 220;
const y_step = 0.05;
/**
 * Largest mean absolute error of a correct guess: a guess with neither the dip below 0 nor the rise
 * above 1 exceeds it.
 */
const tolerance = 0.05;
/**
 * Width of a handle's touch target and size of its thumb in pixels: the values of `.guess_handle`
 * in prediction.css.
 */
const handle = { width: 44, size: 20 };
/** ReLU's label is there, between two handles. */
const label_placement = { x: -2.25, offset: [0, -12], anchor: 'middle' } as const;

/** The guessed points, each with a line to the true curve if that is known. */
function guess_series(points: readonly number[], truth: GuessAnswer | undefined): Series {
  const guessed = points_of(guess_points, points);
  const right = truth ? points_of(guess_points, truth.value.derivative) : [];
  const pieces = right.map((point, index) => [guessed[index] ?? point, point]);
  return { name: 'guess', pieces, ends: guessed.map((at) => ({ at, taken: true })) };
}

/** Vertical slider of one point, as long as the plot is high. */
function Handle({ index, width }: { readonly index: number; readonly width: number }) {
  const x = guess_points[index] ?? NaN;
  const y = draft.value[index] ?? 0;
  const style = {
    left: `${x_scale(width, x_domain)(x) - handle.width / 2}px`,
    top: `${plot_margin.top - handle.size / 2}px`,
    height: `${height - plot_margin.top - plot_margin.bottom + handle.size}px`,
  };
  return (
    <Slider
      label={t('guess.point', { x: format_tick(x) })}
      quiet
      smallest={y_domain[0]}
      largest={y_domain[1]}
      step={y_step}
      value={y}
      text={format_tick(y)}
      upright={{ class: 'guess_handle', style }}
      on_value={(next) => (draft.value = draft.value.with(index, next))}
    />
  );
}

function GuessPlot({ points }: { readonly points: readonly number[] | undefined }) {
  const { ref, width } = use_width<HTMLDivElement>(420);
  const curves = guess_curves.value.answer?.value;
  const kinds = points === undefined ? (['relu'] as const) : (['relu', 'gelu'] as const);
  return (
    <div ref={ref} class="guess_plot">
      <CurvePlot
        name="guess"
        width={width}
        height={height}
        x_domain={x_domain}
        y_domain={y_domain}
        format_tick={format_tick}
        series={[
          ...(curves ? make_series(kinds, curves, undefined, 'derivative') : []),
          ...(points ? [guess_series(points, guess.value.answer)] : []),
        ]}
        labels={curves ? make_label(curves, 'relu', 'derivative', label_placement) : []}
      />
      {points === undefined &&
        guess_points.map((x, index) => <Handle key={x} index={index} width={width} />)}
    </div>
  );
}

function Answer({ answer }: { readonly answer: GuessAnswer | undefined }) {
  const number = (path: 'error' | 'derivative.1' | 'derivative.3') => (
    <Value of={answer} path={path} style="cell" />
  );
  const [, left = NaN, , right = NaN] = guess_points.map(format_tick);
  const values = {
    error: number('error'),
    low: number('derivative.1'),
    left,
    high: number('derivative.3'),
    right,
  };
  return <Message id="guess.answer" values={values} />;
}

function guess_again(): void {
  draft.value = initial_draft;
  cover_answer('gelu_derivative');
}

export function DerivativeGuess() {
  const points = checked_points.value;
  // Read also while it is pending: an answer that nobody reads is not computed.
  const { answer: newest } = guess.value;
  // A guess is not judged by the answer for an earlier one.
  const answer = guess.pending.value ? undefined : newest;
  const good = (found: GuessAnswer) => found.value.error <= tolerance;
  const check = () =>
    answer && choose_guess('gelu_derivative', write_points(draft.value), good(answer));
  const only_shown = derivative_shown() && points === undefined;
  return (
    <div class="prediction" role="group" aria-labelledby="guess_question">
      <p id="guess_question" class="prediction_question">
        <Message
          id={only_shown ? 'guess.shown' : 'guess.question'}
          values={{ tolerance: format_tick(tolerance) }}
        />
      </p>
      {!only_shown && <GuessPlot points={points} />}
      <div class="prediction_buttons">
        <CheckButton
          checked={derivative_shown()}
          ready={draft.value !== initial_draft && answer !== undefined}
          on_check={check}
          on_again={guess_again}
          again={only_shown ? 'guess.cover' : 'prediction.again'}
        />
        <ShowButton name="gelu_derivative" />
      </div>
      <Verdict name="gelu_derivative" right={points && answer && good(answer)}>
        <Answer answer={answer} />
      </Verdict>
    </div>
  );
}
