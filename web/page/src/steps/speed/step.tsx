/** Speed panel: benchmarks each build of the core, Eigen and plain JavaScript on the user's machine, on request. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { store } from '../../numbers/store.ts';
import { speed_tokens, speed_widths } from '../../numbers/url_state.ts';
import { speed_cases, speed_modes } from '../../speed/cases.ts';
import type { SpeedCase } from '../../speed/results.ts';
import { format_count, t } from '../../words/i18n.ts';
import type { MessageKey } from '../../words/i18n.ts';
import { Message } from '../../words/message.tsx';
import type { SingleEngine } from './engines.ts';
import { AgreementText, EnginesFigure, LimitsText } from './engines_figure.tsx';
import { ActivationsFigure, StagesFigure } from './exercise_figures.tsx';
import { ended, measure, results, running, stop } from './measuring.ts';
import type { MeasuredCall } from './measuring.ts';
import { date_text, device_text, mode_name, pool_sizes } from './names.ts';
import { engines_text } from './speed_figures.ts';
import './speed.css';

export { legend } from './legend.tsx';

/** In the order of the table. */
const engines: readonly SingleEngine[] = ['relaxed', 'simd', 'scalar', 'eigen', 'javascript'];

function chosen_work(): SpeedCase {
  const [tokens, d_model] = [store.speed_tokens.value, store.speed_d_model.value];
  return { name: `t${tokens}`, tokens, d_model, d_ff: 4 * d_model };
}

/** Size of the exercise that compares GELU with ReLU: 32 sequences of 128 tokens. */
const exercise_work = speed_cases.find(({ name }) => name === 'notebook') as SpeedCase;

function Controls() {
  return (
    <div class="controls">
      <Choice legend={t('speed.tokens')} values={speed_tokens} label={format_count} of={store.speed_tokens} />
      <Choice legend={t('speed.d_model')} values={speed_widths} label={format_count} of={store.speed_d_model} />
    </div>
  );
}

/** Selects which of the two measurements is shown. */
function ModeChoice() {
  return <Choice legend={t('speed.calls')} values={speed_modes} label={mode_name} of={store.speed_mode} />;
}

interface MeasureRowProps {
  readonly name: MeasuredCall;
  readonly label: string;
  readonly on_measure: () => void;
}

/** A button that starts and stops a measurement, with its progress. */
function MeasureRow({ name, label, on_measure }: MeasureRowProps) {
  const current = running.value;
  const active = current?.name === name;
  const end = ended.value?.name === name ? ended.value : undefined;
  return (
    <div class="speed_measure">
      <button type="button" class="button button_lead" disabled={current !== undefined && !active} onClick={active ? stop : on_measure}>
        {active ? t('speed.stop') : label}
      </button>
      {active && <progress value={current.share} max={1} aria-label={t('speed.progress')} />}
      <p class="hint" role="status">
        {active ? t('speed.measuring') : end?.why === 'stopped' ? t('speed.stopped') : ''}
      </p>
      {end?.why === 'refused' && <CallErrorNotice error={{ code: 'internal', message: end.detail }} />}
      {end?.why === 'failed' && (
        <p class="notice notice_error" role="alert">
          {end.detail}
        </p>
      )}
    </div>
  );
}

interface CircumstancesProps {
  readonly of: { readonly date: string; readonly rounds: number };
  readonly was_hidden: boolean;
}

/** Device, date and number of rounds, and a warning if the page was hidden. */
function Circumstances({ of: { date, rounds }, was_hidden }: CircumstancesProps) {
  return (
    <>
      <p class="hint">
        {device_text()}, {date_text(date)}. {t('speed.rounds', { rounds })}.
      </p>
      {was_hidden && <p class="notice">{t('speed.was_hidden')}</p>}
    </>
  );
}

function CopyButton({ text }: { readonly text: () => string }) {
  const [status, set_status] = useState('');
  const [fallback, set_fallback] = useState<string | undefined>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      set_status(t('speed.copied'));
    } catch {
      // Without clipboard access, the text is shown to be selected by hand.
      set_fallback(text());
    }
  };
  return (
    <div class="speed_copy">
      <button type="button" class="button button_small" onClick={() => void copy()}>
        {t('speed.copy')}
      </button>
      <span class="hint" role="status">
        {status}
      </span>
      {fallback !== undefined && (
        <pre class="provenance_code" tabIndex={0} aria-label={t('speed.copy')}>
          {fallback}
        </pre>
      )}
    </div>
  );
}

function EnginesResult() {
  const result = results.engines.value;
  if (result === undefined) return null;
  const { answer, info, was_hidden } = result;
  const mode = store.speed_mode.value;
  const shown = answer.value[mode];
  return (
    <>
      <ModeChoice />
      <EnginesFigure answer={answer} mode={mode} />
      {shown.limits.map((limits, place) => (
        <LimitsText key={limits.workers} answer={answer} mode={mode} limits={limits} place={place} />
      ))}
      <AgreementText answer={answer} mode={mode} />
      <Circumstances of={shown} was_hidden={was_hidden} />
      <CopyButton text={() => engines_text(shown, info.version)} />
    </>
  );
}

function Engines() {
  const request = () => ({ work: chosen_work(), engines, pools: pool_sizes(navigator.hardwareConcurrency) });
  return (
    <figure class="speed_figure">
      <Controls />
      <MeasureRow name="engines" label={t('speed.measure')} on_measure={() => void measure('engines', request())} />
      <EnginesResult />
    </figure>
  );
}

function Stages() {
  const result = results.stages.value;
  return (
    <figure class="speed_figure">
      <MeasureRow name="stages" label={t('speed.measure_stages')} on_measure={() => void measure('stages', chosen_work())} />
      {result && <StagesFigure answer={result.answer} />}
      {result && <Circumstances of={result.answer.value} was_hidden={result.was_hidden} />}
    </figure>
  );
}

function Activations() {
  const result = results.activations.value;
  return (
    <figure class="speed_figure">
      <MeasureRow name="activations" label={t('speed.measure_activations')} on_measure={() => void measure('activations', exercise_work)} />
      {result && <ActivationsFigure answer={result.answer} />}
      {result && <Circumstances of={result.answer.value} was_hidden={result.was_hidden} />}
    </figure>
  );
}

interface PartProps {
  readonly title?: MessageKey;
  readonly texts: readonly MessageKey[];
  /** Something to try. */
  readonly attempt?: MessageKey;
  readonly children: ComponentChildren;
}

/** A figure beside its text. */
function Part({ title, texts, attempt, children }: PartProps) {
  return (
    <div class={title === undefined ? 'prose_and_figure' : 'prose_and_figure speed_exercise'}>
      <div class="prose">
        {title && <h3>{t(title)}</h3>}
        {texts.map((id) => (
          <p key={id}>
            <Message id={id} />
          </p>
        ))}
        {attempt && (
          <p class="try">
            <Message id={attempt} />
          </p>
        )}
      </div>
      {children}
    </div>
  );
}

export function Panel() {
  return (
    <div class="speed">
      <Part texts={['speed.lead', 'speed.how_text', 'speed.limit_text']} attempt="speed.try">
        <Engines />
      </Part>
      <Part title="speed.stages" texts={['speed.stages_text']} attempt="speed.stages_try">
        <Stages />
      </Part>
      <Part title="speed.exercise" texts={['speed.exercise_text']}>
        <Activations />
      </Part>
    </div>
  );
}
