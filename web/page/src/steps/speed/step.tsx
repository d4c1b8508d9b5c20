/** Speed panel: benchmarks each build of the core, Eigen and plain JavaScript on the user's machine, on request. */
import type { ComponentType, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Folded } from '../../controls/folded.tsx';
import { Heading } from '../../controls/heading.tsx';
import { PlotSample, type LegendEntry } from '../../controls/legend.tsx';
import { TwoColumns } from '../../controls/two_columns.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { store } from '../../numbers/store.ts';
import { speed_tokens, speed_widths } from '../../numbers/url_state.ts';
import { notebook_case, speed_modes, type SpeedCase } from '../../speed/cases.ts';
import { format_count, t, type MessageKey } from '../../words/i18n.ts';
import { Paragraph } from '../../words/message.tsx';
import { folded_part, type PartName } from '../../words/parts.ts';
import type { SingleEngine } from './engines.ts';
import { AgreementText, EnginesFigure, LimitsTexts } from './engines_figure.tsx';
import { ActivationsFigure, StagesFigure } from './exercise_figures.tsx';
import { ended, measure, results, running, stop, type MeasuredCall, type Result } from './measuring.ts';
import { date_text, device_text, mode_name, pool_sizes } from './names.ts';
import { engines_text } from './speed_figures.ts';
import './speed.css';

/** In the order of the table. */
const engines: readonly SingleEngine[] = ['relaxed', 'simd', 'scalar', 'eigen', 'javascript'];

function chosen_work(): SpeedCase {
  const [tokens, d_model] = [store.speed_tokens.value, store.speed_d_model.value];
  return { name: `t${tokens}`, tokens, d_model, d_ff: 4 * d_model };
}

const sizes = [
  { name: 'tokens', values: speed_tokens, chosen: store.speed_tokens },
  { name: 'd_model', values: speed_widths, chosen: store.speed_d_model },
] as const;

function Controls() {
  return (
    <div class="controls">
      {sizes.map(({ name, values, chosen }) => (
        <Choice legend={t(`speed.${name}`)} values={values} label={format_count} of={chosen} key={name} />
      ))}
    </div>
  );
}

interface Part {
  readonly name: MeasuredCall;
  readonly heading?: PartName;
  readonly texts: readonly MessageKey[];
  /** Says how it is measured, folded. */
  readonly method?: readonly MessageKey[];
  /** Something to try. */
  readonly attempt?: MessageKey;
  readonly label: MessageKey;
  readonly start: () => Promise<void>;
  readonly Shown: ComponentType;
}

/** A button that starts and stops a measurement, with its progress. */
function MeasureRow({ name, label, start }: Part) {
  const current = running.value;
  const active = current?.name === name;
  const end = ended.value?.name === name ? ended.value : undefined;
  return (
    <div class="speed_measure">
      <Button
        text={t(active ? 'speed.stop' : label)}
        class="button_lead"
        disabled={current !== undefined && !active}
        on_click={active ? stop : () => void start()}
      />
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
  readonly date: string;
  readonly rounds: number;
  readonly was_hidden: boolean;
}

/** Device, date and number of rounds, and a warning if the page was hidden. */
function Circumstances({ date, rounds, was_hidden }: CircumstancesProps) {
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
      <Button text={t('speed.copy')} small on_click={() => void copy()} />
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
  const { answer, was_hidden } = result;
  const mode = store.speed_mode.value;
  const shown = answer.value[mode];
  return (
    <>
      <Choice legend={t('speed.calls')} values={speed_modes} label={mode_name} of={store.speed_mode} />
      <EnginesFigure answer={answer} mode={mode} />
      <LimitsTexts answer={answer} mode={mode} />
      <AgreementText answer={answer} mode={mode} />
      <Circumstances {...shown} was_hidden={was_hidden} />
      <CopyButton text={() => engines_text(shown)} />
    </>
  );
}

/** A result with its figure. */
function result_of<Name extends 'stages' | 'activations'>(name: Name, Figure: ComponentType<Pick<Result<Name>, 'answer'>>) {
  return function ShownResult() {
    const { value: result } = results[name];
    if (result === undefined) return null;
    const { answer, was_hidden } = result;
    return (
      <>
        <Figure answer={answer} />
        <Circumstances {...answer.value} was_hidden={was_hidden} />
      </>
    );
  };
}

const parts: readonly Part[] = [
  {
    name: 'engines',
    texts: ['speed.lead'],
    method: ['speed.how_text', 'speed.limit_text'],
    attempt: 'speed.try',
    label: 'speed.measure',
    start: () => measure('engines', { work: chosen_work(), engines, pools: pool_sizes(navigator.hardwareConcurrency) }),
    Shown: EnginesResult,
  },
  {
    name: 'stages',
    heading: 'speed.stages',
    texts: ['speed.stages_text'],
    attempt: 'speed.stages_try',
    label: 'speed.measure_stages',
    start: () => measure('stages', chosen_work()),
    Shown: result_of('stages', StagesFigure),
  },
  {
    name: 'activations',
    heading: 'speed.exercise',
    texts: ['speed.exercise_text'],
    label: 'speed.measure_activations',
    start: () => measure('activations', notebook_case),
    Shown: result_of('activations', ActivationsFigure),
  },
];

export function Panel() {
  return (
    <div class="speed">
      {parts.map((part) => {
        const { name, heading, texts, method, attempt, Shown } = part;
        const paragraphs = (ids: readonly MessageKey[]) => ids.map((id) => <Paragraph key={id} id={id} />);
        const prose = [
          heading && <Heading part={heading} />,
          paragraphs(texts),
          attempt && <Paragraph class="try" id={attempt} />,
          method && <Folded {...folded_part('speed.method')}>{paragraphs(method)}</Folded>,
        ];
        return (
          <TwoColumns key={name} class={heading === undefined ? '' : 'speed_exercise'} prose={prose} figure="speed_figure">
            {name === 'engines' && <Controls />}
            <MeasureRow {...part} />
            <Shown />
          </TwoColumns>
        );
      })}
    </div>
  );
}

type Symbol = 'bar' | 'other' | 'spread' | 'limit' | 'product' | 'activation' | 'rest';

const entry = (name: Symbol, classes: readonly string[], mark: VNode): LegendEntry => ({
  text: `speed.symbol_${name}`,
  classes,
  sample: <PlotSample>{mark}</PlotSample>,
});

const bar = (drawn: string) => <rect class={drawn} x={2} y={5} width={60} height={14} />;

export const legend: readonly LegendEntry[] = [
  entry('bar', ['speed_bar'], bar('speed_bar')),
  entry('other', ['speed_bar_other'], bar('speed_bar speed_bar_other')),
  entry('spread', ['speed_spread'], <path class="speed_spread" d="M12 12H52M12 8v8M52 8v8" />),
  entry('limit', ['speed_limit'], <path class="speed_limit" d="M32 1V23" />),
  entry('product', ['stage_linear1', 'stage_linear2'], bar('stage_bar stage_linear1')),
  entry('activation', ['stage_activation'], bar('stage_bar stage_activation')),
  entry('rest', ['stage_rest'], bar('stage_bar stage_rest')),
];
