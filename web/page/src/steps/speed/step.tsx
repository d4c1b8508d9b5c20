/** Speed panel: benchmarks each build of the core, Eigen and plain JavaScript on the user's machine, on request. */
import { useState } from 'preact/hooks';
import type { Builder } from '../../numbers/as_code.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Choice } from '../../controls/choice.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { speed_cases, speed_modes } from '../../speed/cases.ts';
import type { SpeedCase } from '../../speed/results.ts';
import { speed_tokens, speed_widths } from '../../numbers/url_state.ts';
import { measured_rows, SpeedBars } from './bars.tsx';
import type { ActivationsReply, EnginesReply, MeasuredOnce } from './calls.ts';
import { pool_sizes } from './device.ts';
import { ended, measure, results, running, stop } from './measuring.ts';
import type { MeasuredCall } from './measuring.ts';
import { date_text, device_text, engine_name, engines_title, line_name, measured_name, mode_name, work_text } from './names.ts';
import { measure as measure_program } from './programs.ts';
import { activations_data, engines_data, engines_text } from './speed_figures.ts';
import { StagesFigure } from './stages.tsx';
import { ActivationsTable, AgreementText, EnginesTable, LimitsText } from './tables.tsx';
import './speed.css';

export { legend } from './legend.tsx';

/** Builders of the programs that reproduce the panel's numbers. */
export const programs: Readonly<Record<string, Builder>> = { measure: measure_program };

function chosen_work(): SpeedCase {
  const [tokens, d_model] = [store.speed_tokens.value, store.speed_d_model.value];
  return { name: `t${tokens}`, tokens, d_model, d_ff: 4 * d_model };
}

/** Size of the exercise that compares GELU with ReLU: 32 sequences of 128 tokens. */
const exercise_work = speed_cases.find(({ name }) => name === 'notebook') as SpeedCase;

function Controls() {
  const numbers = (values: readonly number[]) => values.map((value) => ({ name: String(value), label: format_number(value, 'count') }));
  return (
    <div class="controls">
      <Choice
        legend={t('speed.tokens')}
        options={numbers(speed_tokens)}
        value={String(store.speed_tokens.value)}
        on_choose={(tokens) => (store.speed_tokens.value = Number(tokens))}
      />
      <Choice
        legend={t('speed.d_model')}
        options={numbers(speed_widths)}
        value={String(store.speed_d_model.value)}
        on_choose={(d_model) => (store.speed_d_model.value = Number(d_model))}
      />
    </div>
  );
}

/** Selects which of the two measurements is shown. */
function ModeChoice() {
  return (
    <Choice
      legend={t('speed.calls')}
      options={speed_modes.map((name) => ({ name, label: mode_name(name) }))}
      value={store.speed_mode.value}
      on_choose={(mode) => (store.speed_mode.value = mode)}
    />
  );
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

/** Device, date and number of rounds, and a warning if the page was hidden. */
function Circumstances({ reply, was_hidden }: { readonly reply: MeasuredOnce; readonly was_hidden: boolean }) {
  return (
    <>
      <p class="hint">
        {device_text()}, {date_text(reply.date)}. {t('speed.rounds', { rounds: reply.rounds })}.
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

/** Text alternative of the chart. */
function Description({ reply }: { readonly reply: EnginesReply }) {
  return (
    <>
      {measured_rows(reply).map(({ line, measured }) => {
        const value = (quantity: 'gflops' | 'share') => (
          <Value
            value={measured[quantity].median}
            style={quantity === 'share' ? 'percent' : 'tick'}
            call="measure"
            tensor={line_name(line, reply)}
            index={`${quantity}.median`}
          />
        );
        const key = `${line.engine} ${line.workers}`;
        return (
          <Message key={key} id="speed.described" values={{ engine: engine_name(line), gflops: value('gflops'), share: value('share') }} />
        );
      })}
    </>
  );
}

function Engines() {
  const result = results.engines.value;
  const reply = result?.reply[store.speed_mode.value];
  const request = () => ({ work: chosen_work(), pools: pool_sizes(navigator.hardwareConcurrency) });
  return (
    <figure class="speed_figure">
      <Controls />
      <MeasureRow name="engines" label={t('speed.measure')} on_measure={() => void measure('engines', request())} />
      {result && reply && (
        <>
          <ModeChoice />
          <FigureFrame
            name="speed"
            title={engines_title(reply)}
            description={<Description reply={reply} />}
            drawing
            note={`${device_text()}, ${date_text(reply.date)}`}
            data={() => engines_data(reply)}
          >
            <SpeedBars reply={reply} />
            <EnginesTable reply={reply} />
          </FigureFrame>
          {reply.limits.map((limits) => (
            <LimitsText key={limits.workers} limits={limits} />
          ))}
          <AgreementText reply={reply} />
          <Circumstances reply={reply} was_hidden={result.was_hidden} />
          <CopyButton text={() => engines_text(reply, result.info.version)} />
        </>
      )}
    </figure>
  );
}

/** Ratio of the two times, and whether their interquartile ranges are disjoint. */
function Verdict({ reply }: { readonly reply: ActivationsReply }) {
  const name = measured_name({ engine: reply.engine, workers: 1 }, reply.work, 'gelu');
  const ratio = <Value value={reply.ratio} style="factor" call="measure" tensor={name} index="ratio" />;
  return (
    <p class="note">
      <Message id={reply.apart ? 'speed.apart' : 'speed.together'} values={{ ratio }} />
    </p>
  );
}

function Stages() {
  const result = results.stages.value;
  return (
    <figure class="speed_figure">
      <MeasureRow name="stages" label={t('speed.measure_stages')} on_measure={() => void measure('stages', chosen_work())} />
      {result && (
        <>
          <StagesFigure reply={result.reply} />
          <Circumstances {...result} />
        </>
      )}
    </figure>
  );
}

function Activations() {
  const result = results.activations.value;
  return (
    <figure class="speed_figure">
      <MeasureRow name="activations" label={t('speed.measure_activations')} on_measure={() => void measure('activations', exercise_work)} />
      {result && (
        <>
          <FigureFrame
            name="speed_activations"
            title={t('speed.activations_table', { work: work_text(result.reply.work) })}
            data={() => activations_data(result.reply)}
          >
            <ActivationsTable reply={result.reply} />
          </FigureFrame>
          <Verdict reply={result.reply} />
          <Circumstances {...result} />
        </>
      )}
    </figure>
  );
}

export function Panel() {
  return (
    <div class="speed">
      <div class="prose_and_figure">
        <div class="prose">
          <p>
            <Message id="speed.lead" />
          </p>
          <p>
            <Message id="speed.how_text" />
          </p>
          <p>
            <Message id="speed.limit_text" />
          </p>
          <p class="try">
            <Message id="speed.try" />
          </p>
        </div>
        <Engines />
      </div>
      <div class="prose_and_figure speed_exercise">
        <div class="prose">
          <h3>{t('speed.stages')}</h3>
          <p>
            <Message id="speed.stages_text" />
          </p>
          <p class="try">
            <Message id="speed.stages_try" />
          </p>
        </div>
        <Stages />
      </div>
      <div class="prose_and_figure speed_exercise">
        <div class="prose">
          <h3>{t('speed.exercise')}</h3>
          <p>
            <Message id="speed.exercise_text" />
          </p>
        </div>
        <Activations />
      </div>
    </div>
  );
}
