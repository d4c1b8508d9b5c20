/**
 * Speed panel: benchmarks each build of the core, Eigen and plain JavaScript on the user's machine,
 * on request.
 */
import { useState } from 'preact/hooks';
import { grid_entry } from '../../charts/ticks.tsx';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Folded } from '../../controls/folded.tsx';
import { Heading } from '../../controls/heading.tsx';
import { plot_entry, type Legend } from '../../words/legend.tsx';
import { ProseAndFigure } from '../../controls/prose_and_figure.tsx';
import { call_error_text, CallErrorNotice } from '../../numbers/call_error.tsx';
import { unavailable } from '../../compute/connection.ts';
import type { AnswerOf } from '../../numbers/answers.ts';
import { store } from '../../state/store.ts';
import { notebook_case, speed_modes, type SpeedCase } from './harness/cases.ts';
import { format_count, t, type MessageKey } from '../../words/i18n.ts';
import { write_clipboard } from '../../controls/clipboard.ts';
import { Paragraph } from '../../controls/message.tsx';
import { folded_part } from '../../words/parts.ts';
import type { SingleEngine } from './engines.ts';
import { speed_tokens, speed_widths } from './entry.ts';
import { AgreementText, EnginesFigure, LimitsTexts } from './figures.tsx';
import { is_running, measurements, type MeasuredCall } from './answers.ts';
import { ActivationsFigure, StagesFigure } from './parts_figures.tsx';
import { date_text, device_text, engines_text, mode_name, pool_sizes } from './texts.ts';
import './speed.css';

/** In the order of the table. */
const engines: readonly SingleEngine[] = ['relaxed', 'simd', 'eigen', 'javascript'];

function chosen_work(): SpeedCase {
  const [tokens, d_model] = [store.speed_tokens.value, store.speed_d_model.value];
  return { name: `t${tokens}`, tokens, d_model, d_ff: 4 * d_model };
}

/** `label` is the text of the button. */
type MeasureProps = {
  readonly name: MeasuredCall;
  readonly label: MessageKey;
  readonly start: () => void;
};

function MeasureRow({ name, label, start }: MeasureProps) {
  const { answer } = measurements[name];
  const active = answer.pending.value;
  const { error, stopped } = answer.value;
  return (
    <div class="speed_measure">
      <Button
        text={t(active ? 'speed.stop' : label)}
        class="button_lead"
        disabled={is_running.value && !active}
        on_click={active ? answer.stop : start}
      />
      {active && (
        <progress
          value={answer.progress.value?.done ?? 0}
          max={1}
          aria-label={t('speed.progress')}
        />
      )}
      <p class="hint" role="status">
        {active ? t('speed.measuring') : stopped && t('speed.stopped')}
      </p>
      {error && error.code !== unavailable && <CallErrorNotice error={error} />}
      {error && error.code === unavailable && (
        <p class="notice notice_error" role="alert">
          {call_error_text(error)}
        </p>
      )}
    </div>
  );
}

function Circumstances({
  date,
  rounds,
  was_hidden,
}: {
  readonly date: string;
  readonly rounds: number;
  readonly was_hidden: boolean | undefined;
}) {
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
  const [copied, set_copied] = useState<boolean | undefined>();
  const copy = async () => {
    try {
      await write_clipboard(text());
      set_copied(true);
    } catch {
      set_copied(false);
    }
  };
  return (
    <div class="speed_copy">
      <Button text={t('speed.copy')} small on_click={() => void copy()} />
      <span class="hint" role="status">
        {copied === true && t('speed.copied')}
      </span>
      {/* Without clipboard access, the text is shown to be selected by hand. */}
      {copied === false && (
        <pre class="provenance_code" tabIndex={0} aria-label={t('speed.copy')}>
          {text()}
        </pre>
      )}
    </div>
  );
}

function EnginesResult({
  answer,
}: {
  readonly answer: AnswerOf<typeof measurements.engines.answer>;
}) {
  const mode = store.speed_mode.value;
  const shown = answer.value[mode];
  return (
    <>
      <Choice
        legend={t('speed.calls')}
        values={speed_modes}
        label={mode_name}
        of={store.speed_mode}
      />
      <EnginesFigure answer={answer} mode={mode} />
      <LimitsTexts answer={answer} mode={mode} />
      <AgreementText answer={answer} mode={mode} />
      <Circumstances {...shown} was_hidden={answer.state.was_hidden} />
      <CopyButton text={() => engines_text(shown)} />
    </>
  );
}

function Engines() {
  const { answer, measure } = measurements.engines;
  const start = () =>
    measure({
      work: chosen_work(),
      engines,
      pools: pool_sizes(navigator.hardwareConcurrency),
    });
  const prose = (
    <>
      <Paragraph id="speed.lead" />
      <Paragraph class="try" id="speed.try" />
      <Folded {...folded_part('speed.method')}>
        <Paragraph id="speed.how_text" />
        <Paragraph id="speed.limit_text" />
      </Folded>
    </>
  );
  return (
    <ProseAndFigure prose={prose} figure="speed_figure">
      <div class="controls">
        <Choice
          legend={t('speed.tokens')}
          values={speed_tokens}
          label={format_count}
          of={store.speed_tokens}
        />
        <Choice
          legend={t('speed.d_model')}
          values={speed_widths}
          label={format_count}
          of={store.speed_d_model}
        />
      </div>
      <MeasureRow name="engines" label="speed.measure" start={start} />
      {answer.shown.value && <EnginesResult answer={answer.shown.value} />}
    </ProseAndFigure>
  );
}

function Stages() {
  const result = measurements.stages.answer.shown.value;
  const prose = (
    <>
      <Heading part="speed.stages" />
      <Paragraph id="speed.stages_text" />
      <Paragraph class="try" id="speed.stages_try" />
    </>
  );
  return (
    <ProseAndFigure class="speed_exercise" prose={prose} figure="speed_figure">
      <MeasureRow
        name="stages"
        label="speed.measure_stages"
        start={() => measurements.stages.measure({ work: chosen_work() })}
      />
      {result && <StagesFigure answer={result} />}
      {result && <Circumstances {...result.value} was_hidden={result.state.was_hidden} />}
    </ProseAndFigure>
  );
}

function Activations() {
  const result = measurements.activations.answer.shown.value;
  const prose = [
    <Heading key="heading" part="speed.exercise" />,
    <Paragraph key="text" id="speed.exercise_text" />,
  ];
  return (
    <ProseAndFigure class="speed_exercise" prose={prose} figure="speed_figure">
      <MeasureRow
        name="activations"
        label="speed.measure_activations"
        start={() => measurements.activations.measure({ work: notebook_case })}
      />
      {result && <ActivationsFigure answer={result} />}
      {result && <Circumstances {...result.value} was_hidden={result.state.was_hidden} />}
    </ProseAndFigure>
  );
}

export const Panel = () => (
  <div class="speed">
    <Engines />
    <Stages />
    <Activations />
  </div>
);

const bar = (drawn: string) => <rect class={drawn} x={2} y={5} width={60} height={14} />;

export const legend: Legend = [
  grid_entry,
  plot_entry('speed.symbol_bar', 'speed_bar', bar('speed_bar')),
  plot_entry('speed.symbol_other', 'speed_bar_other', bar('speed_bar speed_bar_other')),
  plot_entry(
    'speed.symbol_spread',
    'speed_spread',
    <path class="speed_spread" d="M12 12H52M12 8v8M52 8v8" />,
  ),
  plot_entry('speed.symbol_limit', 'speed_limit', <path class="speed_limit" d="M32 1V23" />),
  plot_entry('speed.symbol_product', 'stage_linear1 stage_linear2', bar('stage_bar stage_linear1')),
  plot_entry('speed.symbol_activation', 'stage_activation', bar('stage_bar stage_activation')),
  plot_entry('speed.symbol_rest', 'stage_rest', bar('stage_bar stage_rest')),
];
