/** Changes of the output if some neurons are scaled (by 0, ½, 2, −1 or any factor). */
import { signal } from '@preact/signals';
import { Choice } from '../../controls/choice.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { store } from '../../state/store.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, t, type MessageKey } from '../../words/i18n.ts';
import { Message } from '../../controls/message.tsx';
import { scale_sites } from './entry.ts';
import { Strip } from './neuron_page.tsx';
import { Part } from './part.tsx';
import { answer_of, neuron, ranking, with_pass } from './answers.ts';
import { model, token } from './state.ts';

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
        label={(name) =>
          t(
            name === 'after_activation' && model.value?.gated
              ? 'checkpoint.site_after_gate'
              : `checkpoint.site_${name}`,
          )
        }
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
    changed: answer.value.whole.differing,
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
