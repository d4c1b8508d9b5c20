/** Changes of the output if some neurons are scaled (by 0, ½, 2, −1 or any factor), or if the weights run with another activation. */
import { computed, signal } from '@preact/signals';
import { Choice } from '../../controls/choice.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { figure_at, type FigureData } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import type { Answer } from '../../numbers/answers.ts';
import { store } from '../../numbers/store.ts';
import { scale_sites } from '../../numbers/url_state.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_tick, t, type MessageKey } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../words/message.tsx';
import { answer_of, neuron, ranking, with_pass } from './answers.ts';
import { activation_kinds, variant_percents, type ablation as recipe } from './layer_recipe.ts';
import { Strip } from './neuron_page.tsx';
import { activation_name, Part, rows_data } from './part.tsx';
import { model, token } from './state.ts';

interface AnswerProps {
  readonly answer: Answer<ReturnType<typeof recipe>>;
}

/** The neurons to scale: the selected one, or the strongest ones. */
const groups = ['one', '10', '100'] as const;
const group = signal<(typeof groups)[number]>('one');

const scaled_neurons = computed((): readonly number[] => {
  if (group.value !== 'one') return Array.from(ranking.shown.value?.value.neuron.slice(0, Number(group.value)) ?? []);
  return neuron.value === undefined ? [] : [neuron.value];
});

const ablation = answer_of('ablation', () =>
  scaled_neurons.value.length === 0
    ? undefined
    : with_pass({ neurons: scaled_neurons.value, factor: store.scale_by.value, site: store.scale_site.value }),
);

const factors = new Map<number, MessageKey>([
  [0, 'checkpoint.factor_silence'],
  [0.5, 'checkpoint.factor_halve'],
  [2, 'checkpoint.factor_double'],
  [-1, 'checkpoint.factor_flip'],
]);

function Controls() {
  const d_ff = model.value?.d_ff ?? 0;
  const factor = store.scale_by.value;
  const choose = (value: number) => (store.scale_by.value = value);
  return (
    <div class="controls">
      <Choice
        legend={t('checkpoint.which')}
        values={groups.filter((name) => name === 'one' || Number(name) < d_ff)}
        label={(name) =>
          name === 'one'
            ? t('checkpoint.which_one', { neuron: format_count(neuron.value ?? 0) })
            : t('checkpoint.which_many', { count: Number(name) })
        }
        of={group}
      />
      <Choice
        legend={t('checkpoint.factor')}
        values={Array.from(factors.keys())}
        label={(value) => t(factors.get(value) ?? 'checkpoint.factor')}
        value={factor}
        on_choose={choose}
      />
      <NumberField label={t('checkpoint.factor_other')} value={factor} largest={1000} on_value={choose} />
      <Choice legend={t('checkpoint.site')} values={scale_sites} label={(name) => t(`checkpoint.site_${name}`)} of={store.scale_site} />
    </div>
  );
}

/** One bar per token, proportional to the largest change of its output. */
function Bars({ answer }: AnswerProps) {
  const { by_token } = answer.value;
  const most = Math.max(0, ...by_token.map(({ largest }) => (Number.isFinite(largest) ? largest : 0)));
  return (
    <ol class="checkpoint_bars">
      {by_token.map(({ largest }, row) => (
        <li key={row}>
          <button type="button" aria-pressed={row === token.value} onClick={() => (store.token.value = row)}>
            <span>{format_count(row)}</span>
            <span class="checkpoint_bar">
              <span style={{ width: `${most > 0 ? (100 * largest) / most : 0}%` }} />
            </span>
            <Value of={answer} path={`by_token.${row}.largest`} style="cell" />
          </button>
        </li>
      ))}
    </ol>
  );
}

function change_data(answer: AnswerProps['answer']): FigureData {
  const columns = ['differing', 'largest', 'mean'].map((name) => ({ name, path: (row: number) => `by_token.${row}.${name}` }));
  return figure_at(answer, { rows: answer.value.by_token.length, columns });
}

function Change() {
  const answer = ablation.shown.value;
  if (answer === undefined) return <div class="waiting_cells" aria-hidden="true" />;
  const { by_token, limit } = answer.value;
  const row = Math.min(token.value, by_token.length - 1);
  const values = {
    differing: <Value of={answer} path="whole.differing" style="count" />,
    count: <Value of={answer} path="whole.count" style="count" />,
    largest: <Value of={answer} path="whole.largest" style="precise" />,
    mean: <Value of={answer} path="whole.mean" style="precise" />,
    relative: <Value of={answer} path="whole.relative" style="percent" />,
  };
  return (
    <FigureFrame name="checkpoint_ablation" title={t('checkpoint.ablation_title')} drawing data={() => change_data(answer)}>
      <p role="status">
        <Message id="checkpoint.change" values={values} />
      </p>
      {(['baseline', 'output'] as const).map((name) => {
        const { data, shape } = answer.value[name];
        const width = shape[shape.length - 1] ?? 1;
        const title = t(`checkpoint.y_${name}`, { token: format_count(row) });
        return <Strip key={name} title={title} label={title} data={data.subarray(row * width, (row + 1) * width)} limit={limit} />;
      })}
      <p class="plot_title">{t('checkpoint.bars')}</p>
      <Bars answer={answer} />
    </FigureFrame>
  );
}

export function AblationPart() {
  return (
    <Part name="ablation" folded="checkpoint.ablation_about" of_layer of={ablation} text="checkpoint.ablation_text">
      <Controls />
      <Change />
    </Part>
  );
}

/** Published errors of an interpretability data set that was made with another form of GELU than GPT-2's own. */
const published_change = {
  address: 'https://github.com/openai/automated-interpretability#public-datasets',
  /** Absolute differences of the hidden activations of GPT-2 small, as printed: median, 90th, 99th and 99.9th percentile. */
  percentiles: [0.009, 0.0252, 0.0839, 0.1736],
} as const;

/** A pass with the model's own activation, which the others are compared with. */
const variants = answer_of('variants', () => model.value && with_pass({ activation: model.value.activation }));

const parts = ['hidden', 'output'] as const;

const percentile_name = (percent: number) =>
  percent === 50 ? t('checkpoint.median') : t('checkpoint.percentile', { percent: format_tick(percent) });

function Differences({ part }: { readonly part: (typeof parts)[number] }) {
  const others = activation_kinds.filter((kind) => kind !== model.value?.activation);
  const rows = others.map((kind, row) => ({
    head: activation_name(kind),
    cells: variant_percents.map((_, place) => (
      <Value of={variants.shown.value} path={`${row}.${part}.percentiles.${place}` as never} style="limit" />
    )),
  }));
  const published = {
    class: 'row_of_sums',
    head: <a href={published_change.address}>{t('checkpoint.published')}</a>,
    cells: published_change.percentiles.map((value) => <span class="number">{format_tick(value)}</span>),
  };
  return (
    <NumberTable
      caption={<Message id={`checkpoint.change_of_${part}`} />}
      heads={[t('checkpoint.instead'), ...variant_percents.map(percentile_name)]}
      region={t('figure.table_of', { title: t(`checkpoint.part_${part}`) })}
      rows={part === 'hidden' ? [...rows, published] : rows}
    />
  );
}

function differences_data(): FigureData | undefined {
  const answer = variants.shown.value;
  const rows = answer?.value.flatMap(({ activation, ...change }, index) =>
    parts.map((part) => ({ name: `${activation}.${part}`, path: `${index}.${part}.percentiles`, numbers: change[part].percentiles! })),
  );
  const names = variant_percents.map((percent) => `p${percent}`);
  return answer && rows && rows_data(answer, rows, names, 'precise');
}

export function VariantsPart() {
  const values = { own: activation_name(model.value?.activation ?? 'gelu') };
  return (
    <Part name="variants" folded="checkpoint.variants_about" of_layer of={variants} text="checkpoint.variants_text" values={values}>
      <FigureFrame name="checkpoint_variants" title={t('checkpoint.variants_title')} data={differences_data}>
        {parts.map((part) => (
          <Differences key={part} part={part} />
        ))}
      </FigureFrame>
      <Paragraph class="hint" id="checkpoint.published_text" />
    </Part>
  );
}
