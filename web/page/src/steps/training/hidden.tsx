/**
 * The hidden units of both networks: alive or dead, with interventions; and histograms of their
 * activations, later steps in front.
 */
import { signal } from '@preact/signals';
import { scaleLinear, scaleSqrt } from 'd3-scale';
import { area } from 'd3-shape';
import { plot_margin, x_scale } from '../../charts/curve_plot.tsx';
import { Plot } from '../../charts/ticks.tsx';
import { use_width } from '../../charts/use_width.ts';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_tick, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../controls/message.tsx';
import { bins, hidden_tensors, type HiddenTensor } from './frame.ts';
import { act, has_room, jolt } from './interventions.ts';
import type { NetworkProps, RaceProps } from './race.ts';
import { Pair } from './runners.tsx';
import { networks, type Network } from './twins.ts';

/** The saturation of its colour is the share of the examples for which it is active. */
function Unit({ race, network, unit }: NetworkProps & { readonly unit: number }) {
  const { dead, active_share, last_alive } = race.value.runners[network];
  const is_dead = dead.includes(unit);
  const never = is_dead && (last_alive[unit] ?? -1) < 0;
  return (
    <li
      class={`race_unit ${is_dead ? 'race_unit_dead' : ''}`}
      style={{ '--share': active_share[unit]?.toFixed(3) }}
    >
      <span class="race_unit_name">{unit}</span>
      <span class="visually_hidden">
        {t(never ? 'training.unit_never' : is_dead ? 'training.unit_dead' : 'training.unit_alive')}
      </span>
      {never && <span aria-hidden="true">–</span>}
      {is_dead && !never && (
        <Value of={race} path={`runners.${network}.last_alive.${unit}`} style="count" />
      )}
    </li>
  );
}

/** Gradient in both networks at the units that are dead in the ReLU network. */
function Gradients({ race }: RaceProps) {
  if (race.value.runners.relu.dead_count === 0) return <p>{t('training.none_dead')}</p>;
  const count = <Value of={race} path="runners.relu.dead_count" style="count" />;
  const gradient = (name: Network) => (
    <Value of={race} path={`runners.${name}.largest_gradient`} style="statistic" />
  );
  return (
    <Paragraph
      id="training.gradient"
      values={{ count, relu_gradient: gradient('relu'), gelu_gradient: gradient('gelu') }}
    />
  );
}

function Interventions({ race: { value } }: RaceProps) {
  const full = !has_room(value.changes);
  const none_dead = networks.every((network) => value.runners[network].dead_count === 0);
  return (
    <div class="stepper_buttons" role="group" aria-label={t('training.interventions')}>
      <Button text={t('training.do_kill')} disabled={full} on_click={() => act('kill')} />
      <Button text={t('training.do_jolt')} disabled={full} on_click={jolt} />
      <Button
        text={t('training.do_revive')}
        disabled={full || none_dead}
        on_click={() => act('revive')}
      />
      {full && <span class="hint">{t('training.no_room')}</span>}
    </div>
  );
}

const unit_fields = ['active_share', 'last_alive', 'dead'] as const;
const unit_parts = networks.flatMap((name) =>
  unit_fields.map((field) => `runners.${name}.${field}`),
);

export function Units({ race }: RaceProps) {
  return (
    <>
      <div class="prose">
        <Paragraph id="training.dead_text" />
      </div>
      <Interventions race={race} />
      <FigureFrame
        name="race_units"
        title={t('training.units_title')}
        description={t('training.units_text')}
        data={() => figure_of(race, { parts: unit_parts })}
      >
        <Pair name="race_units">
          {(network) => (
            <ol>
              {Array.from({ length: race.value.units }, (_, unit) => (
                <Unit key={unit} race={race} network={network} unit={unit} />
              ))}
            </ol>
          )}
        </Pair>
      </FigureFrame>
      <p class="hint">{t('training.units_text')}</p>
      <div class="prose">
        <Gradients race={race} />
        <Paragraph id="training.revive_text" />
      </div>
    </>
  );
}

const row_height = 14;
const crest = 40;
const most_rows = 14;
const top = plot_margin.top + crest;
const bottom = top + row_height * most_rows;
const height = bottom + plot_margin.bottom;
const y = scaleLinear([bottom, plot_margin.top]);

const shown_tensor = signal<HiddenTensor>('pre_activation');

type RidgeProps = NetworkProps & { readonly tensor: HiddenTensor };

function Ridge({ network, race, tensor }: RidgeProps) {
  const { ref, width } = use_width<HTMLDivElement>(320);
  const { step: now, runners, rows } = race.value;
  const past = rows.flatMap(({ step, histograms }) =>
    step < now ? [{ step, ...histograms[network][tensor] }] : [],
  );
  const { range, bins: count } = bins[tensor];
  const x = x_scale(width, range);
  const bin_x = scaleLinear([-0.5, count - 0.5], x.range());
  const path = ({ counts }: { readonly counts: Int32Array }, base: number) => {
    // Square root: on a linear scale, the large count at zero would flatten all other bins.
    const line = scaleSqrt([0, Math.max(1, ...counts)], [base, base - crest]);
    return area<number>((_, bin) => bin_x(bin), base, line)(Array.from(counts)) ?? '';
  };
  return (
    <div ref={ref}>
      <Plot
        class="ridge"
        width={width}
        height={height}
        x={x}
        y={y}
        y_ticks={[]}
        format_x={format_tick}
      >
        {[...past.slice(1 - most_rows), { step: now, ...runners[network].histograms[tensor] }].map(
          (row, place) => (
            <g
              key={row.step}
              class={`ridge_row ridge_${network} ${row.step === now ? 'ridge_now' : ''}`}
              data-kind={network}
            >
              <path d={path(row, top + row_height * place)} />
              <text x={plot_margin.left - 8} y={top + row_height * place} text-anchor="end">
                {format_count(row.step)}
              </text>
            </g>
          ),
        )}
      </Plot>
    </div>
  );
}

/** Reports the bin with the largest count, and the counts outside the axis. */
function Fullest({ race, tensor, network }: RidgeProps) {
  const { counts } = race.value.runners[network].histograms[tensor];
  const bin = counts.indexOf(Math.max(...counts));
  const value = (
    field: 'below' | 'above' | `${'edges' | 'counts'}.${number}`,
    style: 'count' | 'cell' = 'count',
  ) => <Value of={race} path={`runners.${network}.histograms.${tensor}.${field}`} style={style} />;
  const ends = { from: value(`edges.${bin}`, 'cell'), to: value(`edges.${bin + 1}`, 'cell') };
  const counted = { most: value(`counts.${bin}`), below: value('below'), above: value('above') };
  return <Message id={`training.ridge_text_${network}`} values={{ ...ends, ...counted }} />;
}

/** Parts of the export: histograms at the current step and at the earlier ones that are drawn. */
const ridge_parts = (tensor: HiddenTensor) => ({
  gelu: `runners.gelu.histograms.${tensor}`,
  relu: `runners.relu.histograms.${tensor}`,
  rows: 'rows',
});

export function Ridges({ race }: RaceProps) {
  const tensor = shown_tensor.value;
  const description = networks.map((network) => (
    <span key={network}>
      <Fullest race={race} tensor={tensor} network={network} />{' '}
    </span>
  ));
  return (
    <>
      <Choice
        legend={t('training.ridge_of')}
        values={hidden_tensors}
        label={(name) => t(`training.ridge_${name}`)}
        of={shown_tensor}
      />
      <FigureFrame
        name="race_ridge"
        title={t('training.ridge_title')}
        description={description}
        drawing
        data={() => figure_of(race, { parts: ridge_parts(tensor) })}
      >
        <Pair name="race_ridge">
          {(network) => <Ridge network={network} race={race} tensor={tensor} />}
        </Pair>
      </FigureFrame>
      <p class="hint">{t('training.ridge_hint')}</p>
    </>
  );
}
