/**
 * A network whose activation neither its file nor its configuration says: the user chooses it, and
 * sees what a wrong choice would change. Nothing is computed from a guess.
 */
import { Choice } from '../../controls/choice.tsx';
import { Heading } from '../../controls/heading.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../controls/message.tsx';
import { shorten } from '../../words/untrusted_text.ts';
import { activation_name, activation_short, candidates } from './activations.ts';
import { consequences } from './answers.ts';
import { chosen_activation, model } from './state.ts';

const place = (kind: (typeof candidates)[number]) => candidates.indexOf(kind);

/** The example of a mistake that the text gives. */
const example = `${place('relu')}.relative.${place('gelu')}` as '0.relative';

function Consequences() {
  const answer = consequences.shown.value;
  const rows = candidates.map((own, row) => ({
    head: activation_name(own),
    cells: candidates.map((_, column) => (
      <Value of={answer} path={`${row}.relative.${column}` as never} style="percent" />
    )),
  }));
  const heads = [t('checkpoint.trained_with'), ...candidates.map(activation_short)];
  const names = { own: activation_name('relu'), other: activation_name('gelu') };
  const relative = <Value of={answer} path={example as never} style="percent" />;
  return (
    <div aria-busy={consequences.running.value}>
      <CallErrorNotice error={consequences.newest.value.error} />
      <Paragraph id="checkpoint.consequence" values={{ ...names, relative }} />
      <FigureFrame
        name="checkpoint_consequences"
        title={t('checkpoint.consequences_name')}
        data={() => figure_of(answer, { feature_name: (column) => candidates[column] ?? '' })}
      >
        <NumberTable
          class="checkpoint_consequences"
          caption={<Message id="checkpoint.consequences_caption" />}
          heads={heads}
          rows={rows}
        />
      </FigureFrame>
    </div>
  );
}

export function UndecidedActivation() {
  const refused = model.value?.activation_refused;
  return (
    <section class="checkpoint_undecided" aria-label={t('checkpoint.undecided_title')}>
      <Heading part="checkpoint.undecided" />
      <Paragraph
        id={refused === undefined ? 'checkpoint.undecided_text' : 'checkpoint.undecided_refused'}
        values={{ name: <code>{shorten(refused ?? '')}</code> }}
      />
      <Choice
        legend={t('checkpoint.run_with')}
        values={candidates}
        label={activation_name}
        value={chosen_activation.value as (typeof candidates)[number]}
        on_choose={(kind) => (chosen_activation.value = kind)}
      />
      <Consequences />
    </section>
  );
}
