/**
 * Trainings that were done ahead: the twins, and a model whose network is too narrow to hold facts.
 */
import { CurvePlot, type Point } from '../../charts/curve_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { Paragraph } from '../../controls/message.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Value } from '../../numbers/value.tsx';
import { activation_names } from '../../words/activation_names.ts';
import { format_count, t } from '../../words/i18n.ts';
import type { TrainedAhead } from './answers.ts';

const kinds = ['gelu', 'relu', 'narrow'] as const;

/** Returns the places of the drawn trainings among all that were done ahead. */
function places_in({
  runs,
}: TrainedAhead['value']): Readonly<Record<(typeof kinds)[number], number>> {
  const [narrowest = 0, widest = 0] = [
    Math.min(...runs.map(({ d_ff }) => d_ff)),
    Math.max(...runs.map(({ d_ff }) => d_ff)),
  ];
  const place = (activation: string, width: number) =>
    runs.findIndex((run) => run.activation === activation && run.d_ff === width);
  return {
    gelu: place('gelu', widest),
    relu: place('relu', widest),
    narrow: place('gelu', narrowest),
  };
}

function Curves({ answer, width }: { readonly answer: TrainedAhead; readonly width: number }) {
  const { runs, of } = answer.value;
  const places = places_in(answer.value);
  const series = kinds.map((name) => {
    const { steps = [], right = [] } = runs[places[name]]?.history ?? {};
    return { name, pieces: [steps.map((step, place): Point => [step, right[place] ?? NaN])] };
  });
  return (
    <CurvePlot
      name="learning_ahead"
      width={width}
      height={160}
      series={series}
      labels={[]}
      x_domain={[0, Math.max(...runs.flatMap(({ history }) => history.steps))]}
      y_domain={[0, of]}
      format_tick={format_count}
    />
  );
}

const name_of = (kind: (typeof kinds)[number]): string =>
  kind === 'narrow' ? t('learning.narrow') : activation_names[kind];

export function Ahead({ answer }: { readonly answer: TrainedAhead }) {
  const { ref, width } = use_width<HTMLDivElement>(400);
  const { narrow, gelu } = places_in(answer.value);
  const number = (path: 'of' | `runs.${number}.${'right' | 'right_without' | 'd_ff'}`) => (
    <Value of={answer} path={path} style="count" />
  );
  const values = {
    d_ff: number(`runs.${gelu}.d_ff`),
    narrow: number(`runs.${narrow}.d_ff`),
    right: number(`runs.${narrow}.right`),
    without: number(`runs.${narrow}.right_without`),
    of: number('of'),
  };
  return (
    <div class="learning_pair">
      <FigureFrame
        name="learning_ahead"
        title={t('learning.ahead')}
        drawing
        data={() => figure_of(answer, { parts: ['runs'] })}
      >
        <div ref={ref}>
          <h3 class="plot_title">{t('learning.ahead')}</h3>
          <p class="series_legend">
            {kinds.map((kind) => (
              <span key={kind}>
                <SeriesSwatch kind={kind} />
                {name_of(kind)}
              </span>
            ))}
          </p>
          <Curves answer={answer} width={width} />
        </div>
      </FigureFrame>
      <Paragraph class="learning_verdict" id="learning.ahead_text" values={values} />
    </div>
  );
}
