/**
 * Changes of the output if some neurons are scaled (by 0, ½, 2, −1 or any factor), or if the
 * weights run with another activation.
 */
import { signal } from '@preact/signals';
import { Choice } from '../../controls/choice.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { store } from '../../numbers/store.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_tick, t, type MessageKey } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../words/message.tsx';
import { scale_sites } from './entry.ts';
import { activation_kinds, percentiles } from './file_recipe.ts';
import { Strip } from './neuron_page.tsx';
import { activation_name, Part } from './part.tsx';
import { answer_of, model, neuron, ranking, token, with_pass } from './state.ts';

/** The neurons to scale: the selected one, or the strongest ones. */
const groups = ['one', '10', '100'] as const;
const group = signal<(typeof groups)[number]>('one');

const ablation = answer_of('ablation', () => {
  const strongest = Array.from(ranking.shown.value?.value.neuron ?? []);
  const neurons =
    group.value === 'one'
      ? [neuron.value].filter((one) => one !== undefined)
      : strongest.slice(0, Number(group.value));
  return neurons.length > 0
    ? with_pass({ neurons, factor: store.scale_by.value, site: store.scale_site.value })
    : undefined;
});

type AnswerProps = { readonly answer: NonNullable<typeof ablation.shown.value> };

const factors = new Map<number, MessageKey>([
  [0, 'checkpoint.factor_silence'],
  [0.5, 'checkpoint.factor_halve'],
  [2, 'checkpoint.factor_double'],
  [-1, 'checkpoint.factor_flip'],
]);

function Controls() {
  const known_groups = groups.filter(
    (name) => name === 'one' || Number(name) < (model.value?.d_ff ?? 0),
  );
  const factor = store.scale_by.value;
  const choose = (value: number) => (store.scale_by.value = value);
  const factor_name = (value: number) => t(factors.get(value) ?? 'checkpoint.factor');
  const group_name = (name: (typeof groups)[number]) =>
    t(`checkpoint.which_${name === 'one' ? name : 'many'}`, {
      neuron: format_count(neuron.value ?? 0),
      count: Number(name),
    });
  return (
    <div class="controls">
      <Choice legend={t('checkpoint.which')} values={known_groups} label={group_name} of={group} />
      <Choice
        legend={t('checkpoint.factor')}
        values={Array.from(factors.keys())}
        label={factor_name}
        value={factor}
        on_choose={choose}
      />
      <NumberField
        label={t('checkpoint.factor_other')}
        value={factor}
        largest={1000}
        on_value={choose}
      />
      <Choice
        legend={t('checkpoint.site')}
        values={scale_sites}
        label={(name) => t(`checkpoint.site_${name}`)}
        of={store.scale_site}
      />
    </div>
  );
}

/** One bar per token, proportional to the largest change of its output. */
function Bars({ answer }: AnswerProps) {
  const { by_token } = answer.value;
  const most = Math.max(
    0,
    ...by_token.map(({ largest }) => (Number.isFinite(largest) ? largest : 0)),
  );
  return (
    <ol class="checkpoint_bars">
      {by_token.map(({ largest }, row) => (
        <li key={row}>
          <button
            type="button"
            aria-pressed={row === token.value}
            onClick={() => (store.token.value = row)}
          >
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

function Change({ answer }: AnswerProps) {
  const { by_token, limit } = answer.value;
  const row = Math.min(token.value, by_token.length - 1);
  const values = {
    differing: <Value of={answer} path="whole.differing" style="count" />,
    count: <Value of={answer} path="whole.count" style="count" />,
    largest: <Value of={answer} path="whole.largest" style="precise" />,
    mean: <Value of={answer} path="whole.mean" style="precise" />,
    relative: <Value of={answer} path="whole.relative" style="percent" />,
  };
  const data = () => figure_of(answer, { parts: ['by_token', 'whole'] });
  return (
    <FigureFrame
      name="checkpoint_ablation"
      title={t('checkpoint.ablation_title')}
      drawing
      data={data}
    >
      <p role="status">
        <Message id="checkpoint.change" values={values} />
      </p>
      {(['baseline', 'output'] as const).map((name) => {
        const title = t(`checkpoint.y_${name}`, { token: format_count(row) });
        const { data: all, shape } = answer.value[name];
        const [, width = 1] = shape;
        return (
          <Strip
            key={name}
            title={title}
            label={title}
            data={all.subarray(row * width, (row + 1) * width)}
            limit={limit}
          />
        );
      })}
      <p class="plot_title">{t('checkpoint.bars')}</p>
      <Bars answer={answer} />
    </FigureFrame>
  );
}

export function AblationPart() {
  const answer = ablation.shown.value;
  return (
    <Part
      name="ablation"
      folded="checkpoint.ablation_about"
      of_layer
      of={ablation}
      text="checkpoint.ablation_text"
    >
      <Controls />
      {answer ? <Change answer={answer} /> : <Waiting />}
    </Part>
  );
}

/**
 * Published for GPT-2 small with another form of GELU than its own: absolute differences of the
 * hidden activations, at our percentiles.
 */
const published_change = [0.009, 0.0252, 0.0839, 0.1736];

/** A pass with the model's own activation, which the others are compared with. */
const variants = answer_of(
  'variants',
  () => model.value && with_pass({ activation: model.value.activation }),
);

const parts = ['hidden', 'output'] as const;

const percentile_name = (percent: number) =>
  t(percent === 50 ? 'checkpoint.median' : 'checkpoint.percentile', {
    percent: format_tick(percent),
  });

function Differences({ part }: { readonly part: (typeof parts)[number] }) {
  const answer = variants.shown.value;
  const others = activation_kinds.filter((kind) => kind !== model.value?.activation);
  const rows = others.map((kind, row) => ({
    head: activation_name(kind),
    cells: percentiles.map((_, place) => (
      <Value of={answer} path={`${row}.${part}.percentiles.${place}` as never} style="limit" />
    )),
  }));
  const published = {
    class: 'row_of_sums',
    head: (
      <a href="https://github.com/openai/automated-interpretability#public-datasets">
        {t('checkpoint.published')}
      </a>
    ),
    cells: published_change.map((value) => <span class="number">{format_tick(value)}</span>),
  };
  const caption = <Message id={`checkpoint.change_of_${part}`} />;
  const heads = [t('checkpoint.instead'), ...percentiles.map(percentile_name)];
  return (
    <NumberTable
      caption={caption}
      heads={heads}
      rows={part === 'hidden' ? [...rows, published] : rows}
    />
  );
}

const differences_data = () =>
  figure_of(variants.shown.value, { feature_name: (place) => `p${percentiles[place]}` });

export function VariantsPart() {
  const values = { own: activation_name(model.value?.activation ?? 'gelu') };
  return (
    <Part
      name="variants"
      folded="checkpoint.variants_about"
      of_layer
      of={variants}
      text="checkpoint.variants_text"
      values={values}
    >
      <FigureFrame
        name="checkpoint_variants"
        title={t('checkpoint.variants_title')}
        data={differences_data}
      >
        {parts.map((part) => (
          <Differences key={part} part={part} />
        ))}
      </FigureFrame>
      <Paragraph class="hint" id="checkpoint.published_text" />
    </Part>
  );
}
