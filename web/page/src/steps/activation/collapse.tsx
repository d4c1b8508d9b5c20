/** The network without its activation: two matrices that are equal to one. */
import { useEffect } from 'preact/hooks';
import { HeatMap } from '../../charts/heat_map.tsx';
import { Folded } from '../../controls/folded.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { figure_of } from '../../export/figure_data.ts';
import type { AnswerOf } from '../../numbers/answers.ts';
import { facts_answer, start_facts } from '../../language_model/answers.ts';
import { variants } from '../../language_model/variants.ts';
import { ScaleLegend } from '../../numbers/tensor_window.tsx';
import { shown_pass, token_of } from '../../numbers/forward_pass.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_number, t } from '../../words/i18n.ts';
import { Paragraph } from '../../controls/message.tsx';
import { folded_part } from '../../words/parts.ts';
import { without_activation } from './curves.tsx';

const shown = { features: 8, widest_matrix: 64 };
const columns = ['two', 'one', 'gelu'] as const;

type CollapsedProps = { readonly answer: AnswerOf<typeof without_activation> };

function Matrix({ answer }: CollapsedProps) {
  const { matrix, limits } = answer.value;
  const size = matrix.shape[0] ?? 0;
  if (size > shown.widest_matrix) return null;
  return (
    <>
      <h4 class="plot_title">W2·W1</h4>
      <HeatMap
        data={matrix.data}
        tokens={size}
        features={size}
        limit={limits.high}
        token={0}
        window={[0, 0]}
        label={t('activation.matrix_label', { limit: format_number(limits.high, 'cell') })}
      />
      <ScaleLegend of={answer} path="limits" style="cell" />
    </>
  );
}

function Outputs({ answer }: CollapsedProps) {
  const d_model = answer.value.matrix.shape[0] ?? 0;
  const pass = shown_pass();
  const first = pass ? token_of(pass) * d_model : 0;
  const heads = [t('activation.feature'), ...columns.map((name) => t(`activation.by_${name}`))];
  const rows = Array.from({ length: Math.min(shown.features, d_model) }, (_, feature) => ({
    head: format_count(feature),
    cells: columns.map((name) => (
      <Value of={answer} path={`${name}.${first + feature}`} style="precise" />
    )),
  }));
  return <NumberTable caption={t('activation.outputs')} heads={heads} rows={rows} />;
}

function Collapse() {
  const { answer } = without_activation.value;
  if (answer === undefined) return <Waiting />;
  const { matrix } = answer.value;
  const largest = <Value of={answer} path="difference.largest" style="precise" />;
  const count = <Value of={answer} path="difference.count" style="count" />;
  return (
    <FigureFrame
      name="activation_collapse"
      title={t('activation.collapse_title')}
      data={() => figure_of(answer, { parts: [...columns, 'matrix', 'difference'] })}
    >
      <Paragraph id="activation.collapse_text" />
      <Matrix answer={answer} key={matrix.data.length} />
      <Outputs answer={answer} />
      <Paragraph class="hint" id="activation.collapse_difference" values={{ largest, count }} />
    </FigureFrame>
  );
}

const facts_without = facts_answer('without_activation', () => ({ activation: 'gelu' as const }));

/** Counts the facts without the activation: of the trained model, and of one that never had it. */
function FactsLeft() {
  useEffect(start_facts, []);
  const [left, trained] = [facts_without.shown.value, variants.shown.value];
  const run = trained?.value.runs.findIndex(({ activation }) => activation === 'identity');
  const count = (path: 'before' | 'right' | 'of') => <Value of={left} path={path} style="count" />;
  const learned = <Value of={trained} path={`runs.${run ?? 0}.right`} style="count" />;
  return (
    <Paragraph
      id="activation.facts_left"
      values={{ before: count('before'), right: count('right'), of: count('of'), learned }}
    />
  );
}

export function CollapsePart() {
  return (
    <Folded {...folded_part('activation.collapse')}>
      <Collapse />
      <FactsLeft />
    </Folded>
  );
}
