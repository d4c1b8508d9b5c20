/**
 * How the facts are learnt: both twins are trained here, from random weights, and their sentences
 * and curves are watched.
 */
import { useEffect } from 'preact/hooks';
import { curve_legend, narrow_entry } from '../../charts/curve_plot.tsx';
import { fact_map_legend } from '../../charts/fact_map.tsx';
import { grid_entry } from '../../charts/ticks.tsx';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Folded, FoldedOnPhone } from '../../controls/folded.tsx';
import { Slider } from '../../controls/slider.tsx';
import { sentence } from '../../language_model/chosen.ts';
import { FactsStep } from '../../language_model/facts_step.tsx';
import { NextWord } from '../../language_model/next_word.tsx';
import { SentenceChoice } from '../../language_model/sentence_choice.tsx';
import { WorkerNotice } from '../../numbers/core_notice.tsx';
import { store } from '../../state/store.ts';
import { fact_activations } from '../../state/url_state.ts';
import { Value } from '../../numbers/value.tsx';
import { activation_names } from '../../words/activation_names.ts';
import { format_count, t } from '../../words/i18n.ts';
import { folded_part } from '../../words/parts.ts';
import type { Legend } from '../../words/legend.tsx';
import { Message, Paragraph } from '../../controls/message.tsx';
import {
  ahead,
  compared,
  follow_goal,
  go_to,
  goal,
  learned,
  seconds_left,
  start_again,
  start_learning,
  toggle,
  wanted,
  worker,
} from './answers.ts';
import type { Learned } from './answers.ts';
import { Ahead } from './ahead.tsx';
import { Comparison, Curves, RightAnswers, TwinMaps } from './figures.tsx';
import { recorded_steps } from './twins.ts';
import './learning.css';

function state_of({ last, step, non_finite }: Learned['value']) {
  if (goal.value !== undefined) return 'training';
  // After a pause or a move of the slider, the step that is wanted may still be on the way.
  const ended = Object.values(non_finite).some((found) => found !== undefined);
  if (learned.progress.value !== undefined || (step !== wanted.value && !ended)) return 'moving';
  return wanted.value === 0 ? 'start' : wanted.value === last ? 'end' : 'pause';
}

/** The button that trains, and the slider over the recorded steps, of which the first are closer. */
function Player({ answer }: { readonly answer: Learned }) {
  const { last } = answer.value;
  const steps = recorded_steps(last);
  const state = state_of(answer.value);
  const left = state === 'training' ? seconds_left.value : undefined;
  const done = learned.progress.value?.done;
  const step =
    done === undefined || state === 'moving' ? (
      <Value of={answer} path="step" style="count" />
    ) : (
      <span class="number">{format_count(done)}</span>
    );
  return (
    <div class="learning_player" role="group" aria-label={t('learning.player')}>
      <Button
        class="stepper_play"
        text={t(`learning.do_${state === 'moving' ? 'pause' : state}`)}
        on_click={() => toggle(last)}
      />
      <div class="learning_step">
        <Paragraph
          id="learning.step"
          values={{ step, last: <Value of={answer} path="last" style="count" /> }}
        />
        {left !== undefined && <p>{time_left(left)}</p>}
      </div>
      <Slider
        label={t('learning.timeline')}
        quiet
        smallest={0}
        largest={steps.length - 1}
        value={steps.findLastIndex((one) => one <= wanted.value)}
        text={t('learning.at_step', { step: format_count(wanted.value) })}
        on_value={(place) => go_to(steps[place] ?? 0)}
      />
      <p class="hint" role="status">
        {t(`learning.state_${state}`, { step: format_count(wanted.value) })}
      </p>
    </div>
  );
}

/** Where a run has met a value that is not finite. */
const NonFinite = ({ answer }: { readonly answer: Learned }) =>
  fact_activations.map((name) => {
    const found = answer.value.non_finite[name];
    const number = (field: 'step' | 'index' | 'value') => (
      <Value of={answer} path={`non_finite.${name}.${field}`} style="count" />
    );
    const place = {
      name: activation_names[name],
      tensor: <code>{found?.tensor}</code>,
      index: number('index'),
    };
    return (
      found && (
        <p key={name} class="notice notice_error" role="alert">
          <Message
            id="learning.non_finite"
            values={{ ...place, step: number('step'), value: number('value') }}
          />
        </p>
      )
    );
  });

function Figures({ answer }: { readonly answer: Learned }) {
  const chosen = sentence.value;
  return (
    <>
      <Player answer={answer} />
      <NonFinite answer={answer} />
      <TwinMaps answer={answer} />
      <div class="learning_pair">
        <Curves answer={answer} />
        {chosen && (
          <FoldedOnPhone {...folded_part('learning.sentence')}>
            <div class="learning_sentence">
              <SentenceChoice chosen={chosen} />
              <Choice
                legend={t('learning.twin')}
                values={fact_activations}
                label={(name) => activation_names[name]}
                of={store.fact_activation}
              />
              <NextWord name="learning_next" answer={answer} sentence={chosen} />
            </div>
          </FoldedOnPhone>
        )}
      </div>
      {ahead.shown.value && <Ahead answer={ahead.shown.value} />}
      <Folded {...folded_part('learning.counts')}>
        <RightAnswers answer={answer} />
      </Folded>
      <Comparison answer={compared.shown.value} />
    </>
  );
}

/** Seconds, up to which they are not said in minutes. */
const longest_in_seconds = 100;

const time_left = (seconds: number): string =>
  seconds < longest_in_seconds
    ? t('learning.left', { seconds: Math.max(1, Math.round(seconds)) })
    : t('learning.minutes_left', { minutes: Math.round(seconds / 60) });

export function Panel() {
  // The trained twins survive leaving the step; the training pauses.
  useEffect(() => {
    start_learning();
    const stop = follow_goal();
    return () => {
      stop();
      goal.value = undefined;
    };
  }, []);
  const answer = learned.shown.value;
  const prose = (
    <>
      <Paragraph id="learning.lead" />
      <Paragraph id="learning.how" />
      <Paragraph class="try" id="learning.try" />
    </>
  );
  const notice = (
    <div role="status" class="learning_worker">
      <WorkerNotice state={worker.state} again={start_again} />
    </div>
  );
  return (
    <FactsStep
      wide
      prose={prose}
      notice={notice}
      ready={answer !== undefined}
      busy={answer === undefined}
      error={learned.error.value ?? compared.error.value}
    >
      {answer && <Figures answer={answer} />}
    </FactsStep>
  );
}

/** Those of curves, with the step in place of a function's x. */
const history_legend: Legend = curve_legend.map((entry) =>
  entry.text === 'legend.cursor' ? { ...entry, text: 'learning.symbol_now' } : entry,
);

export const legend: Legend = [...fact_map_legend, ...history_legend, narrow_entry, grid_entry];
