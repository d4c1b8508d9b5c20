/** Scales neurons before or after the activation (by 0, ½, 2, −1 or any factor) and shows how the output changes. */
import { computed, signal } from '@preact/signals';
import { Choice } from '../../controls/choice.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { Value } from '../../numbers/value.tsx';
import type { Answer } from '../../numbers/answers.ts';
import { field_column, fields_of, origin_of } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { scale_sites } from '../../numbers/url_state.ts';
import { layer_answer, neuron, ranking } from './answers.ts';
import type { ablation as recipe } from './layer_recipe.ts';
import { Strip } from './neuron_page.tsx';
import { Part } from './part.tsx';
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

const ablation = layer_answer('ablation', () =>
  scaled_neurons.value.length === 0
    ? undefined
    : { neurons: scaled_neurons.value, factor: store.scale_by.value, site: store.scale_site.value },
);

const factors = [
  { name: '0', id: 'factor_silence' },
  { name: '0.5', id: 'factor_halve' },
  { name: '2', id: 'factor_double' },
  { name: '-1', id: 'factor_flip' },
] as const;

const group_label = (name: (typeof groups)[number]): string =>
  name === 'one'
    ? t('checkpoint.which_one', { neuron: format_number(neuron.value ?? 0, 'count') })
    : t('checkpoint.which_many', { count: Number(name) });

function Controls() {
  const d_ff = model.value?.d_ff ?? 0;
  const factor = store.scale_by.value;
  return (
    <div class="controls">
      <Choice
        legend={t('checkpoint.which')}
        values={groups.filter((name) => name === 'one' || Number(name) < d_ff)}
        label={group_label}
        of={group}
      />
      <Choice
        legend={t('checkpoint.factor')}
        values={factors.map(({ name }) => Number(name))}
        label={(value) => t(`checkpoint.${factors.find(({ name }) => Number(name) === value)?.id ?? 'factor_silence'}`)}
        of={store.scale_by}
      />
      <NumberField
        label={t('checkpoint.factor_other')}
        value={factor}
        largest={1000}
        on_value={(value) => (store.scale_by.value = value)}
      />
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
            <span>{format_number(row, 'count')}</span>
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

function ChangeText({ answer }: AnswerProps) {
  return (
    <p role="status">
      <Message
        id="checkpoint.change"
        values={{
          differing: <Value of={answer} path="whole.differing" style="count" />,
          count: <Value of={answer} path="whole.count" style="count" />,
          largest: <Value of={answer} path="whole.largest" style="precise" />,
          mean: <Value of={answer} path="whole.mean" style="precise" />,
          relative: <Value of={answer} path="whole.relative" style="percent" />,
        }}
      />
    </p>
  );
}

/** The output of the token before and after. */
function OutputStrip({ answer, name }: AnswerProps & { readonly name: 'baseline' | 'output' }) {
  const { by_token, limit, [name]: tensor } = answer.value;
  const width = tensor.shape[tensor.shape.length - 1] ?? 1;
  const row = Math.min(token.value, by_token.length - 1);
  const title = t(`checkpoint.y_${name}`, { token: format_number(row, 'count') });
  return <Strip title={title} label={title} data={tensor.data.subarray(row * width, (row + 1) * width)} limit={limit} />;
}

function figure_data(answer: AnswerProps['answer']): FigureData {
  const { by_token } = answer.value;
  const fields = ['differing', 'largest', 'mean'] as const;
  return {
    ...origin_of(answer),
    tensors: fields_of(by_token, fields),
    table: { rows: by_token.length, columns: fields.map((field) => field_column(field, 'by_token', by_token, field)) },
  };
}

function Change() {
  const answer = ablation.shown.value;
  if (answer === undefined) return <div class="waiting_cells" aria-hidden="true" />;
  return (
    <FigureFrame name="checkpoint_ablation" title={t('checkpoint.ablation')} drawing data={() => figure_data(answer)}>
      <ChangeText answer={answer} />
      <OutputStrip answer={answer} name="baseline" />
      <OutputStrip answer={answer} name="output" />
      <p class="plot_title">{t('checkpoint.bars')}</p>
      <Bars answer={answer} />
    </FigureFrame>
  );
}

export function AblationPart() {
  const { pending } = ablation.resource;
  return (
    <Part folded name="ablation" of_layer busy={pending} text="checkpoint.ablation_text" error={ablation.resource}>
      <Controls />
      <Change />
    </Part>
  );
}
