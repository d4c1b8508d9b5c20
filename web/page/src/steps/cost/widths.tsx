/**
 * Random pairs that networks of different widths hold: trained ahead, and one of them here. The
 * same parameters at other ratios hold about as many.
 */
import { signal } from '@preact/signals';
import { CurvePlot, type Point } from '../../charts/curve_plot.tsx';
import { PairMap } from '../../charts/pair_map.tsx';
import { use_width } from '../../charts/use_width.ts';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Folded, FoldedOnPhone } from '../../controls/folded.tsx';
import { Heading } from '../../controls/heading.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { ProseAndFigure } from '../../controls/prose_and_figure.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { asked_answer } from '../../numbers/asked.ts';
import type { AnswerOf } from '../../numbers/answers.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Value } from '../../numbers/value.tsx';
import { activation_names } from '../../words/activation_names.ts';
import { format_count, t } from '../../words/i18n.ts';
import { folded_part } from '../../words/parts.ts';
import { Message, Paragraph } from '../../controls/message.tsx';
import type { pairs as pairs_recipe, held as held_recipe, PairsState } from './pairs_recipe.ts';
import { state_of } from './narrow.ts';

type Pairs = AnswerOf<typeof pairs>;

const pairs = asked_answer<typeof pairs_recipe>('cost.pairs', () => ({}));

/** Hidden units of the network that the button trains, and the draws of it so far. */
const chosen_width = signal(64);
const wanted = signal<PairsState | undefined>(undefined);
const trained = asked_answer<typeof held_recipe>('cost.held', () => wanted.value);

const kinds = ['gelu', 'relu', 'identity'] as const;
const same_kinds = ['gelu', 'relu'] as const;
type Kind = (typeof kinds)[number];

/** Places of the median and of the extremes in the ascending list of the draws. */
const draws = { least: 0, median: 2, most: 4 };

type HeldPath =
  `wider.${number}.${Kind}.held` | `same_parameters.${number}.${(typeof same_kinds)[number]}.held`;

/** The median of the draws, and below it the smallest and the largest. */
const held_cell = (answer: Pairs, path: HeldPath) => {
  const value = (draw: number) => <Value of={answer} path={`${path}.${draw}`} style="count" />;
  return [
    value(draws.median),
    <span key="range" class="held_range">
      {value(draws.least)}–{value(draws.most)}
    </span>,
  ];
};

const kind_heads = (names: readonly Kind[]) =>
  names.map((name) => (
    <span key={name}>
      <SeriesSwatch kind={name} />
      {name === 'identity' ? t('cost.no_activation') : activation_names[name]}
    </span>
  ));

const plot_height = 184;

function Curves({ answer, width }: { readonly answer: Pairs; readonly width: number }) {
  const { wider, pairs: all } = answer.value;
  const series = kinds.map((name) => {
    const medians = wider.map(({ d_ff, [name]: { held } }): Point => [
      d_ff,
      held[draws.median] ?? NaN,
    ]);
    const ranges = wider.map(({ d_ff, [name]: { held } }): Point[] => [
      [d_ff, held[draws.least] ?? NaN],
      [d_ff, held[draws.most] ?? NaN],
    ]);
    return { name, pieces: [medians, ...ranges] };
  });
  return (
    <CurvePlot
      name="cost_held"
      width={width}
      height={plot_height}
      x_domain={[0, wider.at(-1)?.d_ff ?? 1]}
      y_domain={[0, all]}
      series={series}
      labels={[]}
      format_tick={format_count}
    />
  );
}

/** The pairs that networks with GELU hold, drawn one by one for each width. */
function HeldMaps({ answer }: { readonly answer: Pairs }) {
  const { wider, pairs: all } = answer.value;
  const title = t('cost.maps', { pairs: format_count(all) });
  return (
    <FigureFrame
      name="cost_maps"
      title={title}
      data={() => figure_of(answer, { parts: ['wider'] })}
    >
      <h4 class="plot_title">{title}</h4>
      <div class="pair_maps">
        {wider.map(({ d_ff, gelu }, row) => (
          <div key={d_ff}>
            {format_count(d_ff)}
            <PairMap held={gelu.held[draws.median] ?? 0} pairs={all} />
            <Value of={answer} path={`wider.${row}.gelu.held.${draws.median}`} style="count" />
          </div>
        ))}
      </div>
    </FigureFrame>
  );
}

function HeldFigure({ answer }: { readonly answer: Pairs }) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const { wider } = answer.value;
  const title = t('cost.held_table', {
    pairs: format_count(answer.value.pairs),
    d_model: format_count(wider[0]?.d_model ?? 0),
  });
  return (
    <FigureFrame
      name="cost_held"
      title={title}
      data={() => figure_of(answer, { parts: ['wider'] })}
    >
      <h4 class="plot_title">{title}</h4>
      <div ref={ref}>
        <Curves answer={answer} width={width} />
      </div>
      <p class="held_legend">{kind_heads(kinds)}</p>
      <p class="hint">
        <Message
          id="cost.draws"
          values={{
            pairs: <Value of={answer} path="pairs" style="count" />,
            words: <Value of={answer} path="words" style="count" />,
            draws: format_count(wider[0]?.gelu.held.length ?? 0),
          }}
        />
      </p>
      <Folded {...folded_part('cost.held_numbers')}>
        <NumberTable
          class="cost_table"
          caption={title}
          heads={['d_ff', t('cost.parameters'), ...kind_heads(kinds)]}
          rows={wider.map(({ d_ff }, row) => ({
            head: format_count(d_ff),
            cells: [
              <Value key="parameters" of={answer} path={`wider.${row}.parameters`} style="count" />,
              ...kinds.map((kind) => held_cell(answer, `wider.${row}.${kind}.held`)),
            ],
          }))}
        />
      </Folded>
    </FigureFrame>
  );
}

function SameParameters({ answer }: { readonly answer: Pairs }) {
  const rows = answer.value.same_parameters;
  return (
    <FigureFrame
      name="cost_same_parameters"
      title={t('cost.same_table')}
      data={() => figure_of(answer, { parts: ['same_parameters'] })}
    >
      <NumberTable
        class="cost_table"
        caption={t('cost.same_table')}
        heads={[t('cost.ratio'), 'd_model → d_ff', t('cost.parameters'), ...kind_heads(same_kinds)]}
        rows={rows.map(({ ratio, d_model, d_ff }, row) => ({
          head: format_count(ratio),
          cells: [
            `${format_count(d_model)} → ${format_count(d_ff)}`,
            <Value
              key="parameters"
              of={answer}
              path={`same_parameters.${row}.parameters`}
              style="count"
            />,
            ...same_kinds.map((kind) => held_cell(answer, `same_parameters.${row}.${kind}.held`)),
          ],
        }))}
      />
    </FigureFrame>
  );
}

/** Result of the training here; until it ends, the step that is reached. */
function Here() {
  const [answer, reached] = [trained.shown.value, trained.progress.value];
  if (trained.pending.value)
    return (
      <p role="status">{t('cost.training_here', { step: format_count(reached?.done ?? 0) })}</p>
    );
  if (answer === undefined) return <p role="status" />;
  const { steps, last } = answer.value;
  const number = (path: 'd_ff' | 'held' | 'pairs' | 'steps') => (
    <Value of={answer} path={path} style="count" />
  );
  const values = { d_ff: number('d_ff'), held: number('held'), of: number('pairs') };
  return (
    <p role="status">
      {steps === last ? (
        <Message id="cost.trained_here" values={values} />
      ) : (
        <Message id="cost.not_finite_here" values={{ steps: number('steps') }} />
      )}
    </p>
  );
}

/** Each training has a draw of its own, which is not in the table. */
function TrainHere({ answer }: { readonly answer: Pairs }) {
  const { wider } = answer.value;
  const train = () => {
    const row = wider.findIndex(({ d_ff }) => d_ff === chosen_width.value);
    const next = (wanted.value?.seed ?? draws.most) + 1;
    wanted.value = { ...state_of(answer.value, 'wider', row, 'gelu', 0), seed: next };
  };
  return (
    <div class="controls">
      <Choice
        legend={t('cost.train_width')}
        values={wider.map(({ d_ff }) => d_ff)}
        label={format_count}
        of={chosen_width}
      />
      <Button text={t('cost.train_here')} disabled={trained.pending.value} on_click={train} />
    </div>
  );
}

export function Widths() {
  const answer = pairs.shown.value;
  const prose = [
    <Heading key="heading" part="cost.held" />,
    <Paragraph key="text" id="cost.held_text" />,
    answer && (
      <FoldedOnPhone key="maps" {...folded_part('cost.maps')}>
        <HeldMaps answer={answer} />
      </FoldedOnPhone>
    ),
  ];
  return (
    <div class="held">
      <ProseAndFigure prose={prose} figure="held_figure" busy={pairs.pending}>
        <CallErrorNotice error={trained.error.value ?? pairs.error.value} />
        {answer ? <HeldFigure answer={answer} /> : <Waiting />}
        {answer && <TrainHere answer={answer} />}
        {answer && <Here />}
        {answer && (
          <Folded {...folded_part('cost.same')}>
            <SameParameters answer={answer} />
          </Folded>
        )}
      </ProseAndFigure>
    </div>
  );
}
