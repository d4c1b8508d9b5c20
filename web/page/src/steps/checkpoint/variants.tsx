/** Changes of a layer's numbers if its weights run with another activation than the model's. */
import { NumberTable } from '../../controls/number_table.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_tick, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../controls/message.tsx';
import { activation_name, candidates } from './activations.ts';
import { answer_of, with_pass } from './answers.ts';
import { percentiles } from './measures.ts';
import { Part } from './part.tsx';
import { model, own_activation } from './state.ts';

/**
 * Published for GPT-2 small with another form of GELU than its own: absolute differences of the
 * hidden activations, at our percentiles.
 */
const published_change = [0.009, 0.0252, 0.0839, 0.1736];

/** A pass with the model's own activation, which the others are compared with. */
const variants = answer_of('variants', () => {
  const own = own_activation.value;
  const others = candidates.filter((kind) => kind !== own);
  return own && with_pass({ activation: own, others });
});

/** Only GPT-2's forms of GELU are what the published numbers are about. */
const is_gpt2 = () => model.value?.family === 'gpt2' && own_activation.value === 'gelu_tanh';

const parts = ['hidden', 'output'] as const;

const percentile_name = (percent: number) =>
  t(percent === 50 ? 'checkpoint.median' : 'checkpoint.percentile', {
    percent: format_tick(percent),
  });

function Differences({ part }: { readonly part: (typeof parts)[number] }) {
  const answer = variants.shown.value;
  const rows = (answer?.value ?? []).map(({ activation }, row) => ({
    head: activation_name(activation),
    cells: [
      ...percentiles.map((_, place) => (
        <Value of={answer} path={`${row}.${part}.percentiles.${place}` as never} style="limit" />
      )),
      <Value of={answer} path={`${row}.${part}.relative` as never} style="percent" />,
    ],
  }));
  const published = {
    class: 'row_of_sums',
    head: (
      <a href="https://github.com/openai/automated-interpretability#public-datasets">
        {t('checkpoint.published')}
      </a>
    ),
    cells: [
      ...published_change.map((value) => <span class="number">{format_tick(value)}</span>),
      '',
    ],
  };
  const caption = <Message id={`checkpoint.change_of_${part}`} />;
  const heads = [
    t('checkpoint.instead'),
    ...percentiles.map(percentile_name),
    t('checkpoint.relative'),
  ];
  return (
    <NumberTable
      caption={caption}
      heads={heads}
      rows={part === 'hidden' && is_gpt2() ? [...rows, published] : rows}
    />
  );
}

const differences_data = () =>
  figure_of(variants.shown.value, { feature_name: (place) => `p${percentiles[place]}` });

export function VariantsPart() {
  const own = own_activation.value;
  if (own === undefined) return null;
  return (
    <Part
      name="variants"
      folded="checkpoint.variants_about"
      of_layer
      of={variants}
      text={is_gpt2() ? 'checkpoint.variants_text' : 'checkpoint.variants_other'}
      values={{ own: activation_name(own) }}
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
      {is_gpt2() && <Paragraph class="hint" id="checkpoint.published_text" />}
    </Part>
  );
}
