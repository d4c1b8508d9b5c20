/** Parts around the content of a step: what stands in its place until it is loaded, its conclusion. */
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../controls/button.tsx';
import { Folded } from '../controls/folded.tsx';
import { Paragraph } from '../controls/message.tsx';
import { Covered } from '../quiz/covered.tsx';
import { PrintLines } from '../quiz/print_lines.tsx';
import { SheetTable } from '../quiz/sheet_table.tsx';
import { print_mode } from '../quiz/printing.ts';
import { entry_of } from '../steps/entries.ts';
import type { CourseStepName, StepName } from '../steps/index.ts';
import { t } from '../words/i18n.ts';
import { load_step, loaded_cells } from './load_step.tsx';

/**
 * Error notice. After a second failure it offers a reload: some browsers cache the failure of a
 * dynamic import until then.
 */
function Failed({ reload, retry }: { readonly reload: boolean; readonly retry: () => void }) {
  return (
    <div class="notice" role="alert">
      <p>
        {t('lazy.failed')} {reload && t('lazy.reload_text')}
      </p>
      <p>
        <Button text={t('lazy.again')} on_click={retry} />{' '}
        {reload && <Button text={t('lazy.reload')} on_click={() => location.reload()} />}
      </p>
    </div>
  );
}

/** The step's lead, until its code is loaded. */
export function Waiting({ name }: { readonly name: StepName }) {
  const [attempt, set_attempt] = useState(1);
  const [failures, set_failures] = useState(0);
  useEffect(() => {
    load_step(name).catch(() => set_failures(attempt));
  }, [name, attempt]);
  const fetching = failures < attempt;
  return (
    <div class="step_waiting" aria-busy={fetching}>
      <Paragraph id={`${name}.lead`} />
      {!fetching && <Failed reload={failures > 1} retry={() => set_attempt(attempt + 1)} />}
    </div>
  );
}

/**
 * The answer to “Try it”: on demand on the screen, always where answers are printed; on a worksheet
 * the table to fill in, if the step has one.
 */
export function TryAnswer({ name }: { readonly name: CourseStepName }) {
  const { sheet, guesses } = entry_of(name);
  if (print_mode.value === 'worksheet') return sheet ? <SheetTable {...sheet} /> : null;
  const printed = print_mode.value === 'answers';
  const filled = loaded_cells[name];
  const text = <Paragraph id={`${name}.try_answer`} />;
  return (
    <Folded
      title={t('guide.try_title')}
      about={printed ? '' : t('guide.try_about')}
      wanted={printed}
    >
      {guesses && !printed ? <Covered questions={guesses}>{text}</Covered> : text}
      {printed && sheet && filled && <SheetTable {...sheet} filled={filled} />}
    </Folded>
  );
}

/** The last line of a step of the course. */
export function Conclusion({ name }: { readonly name: CourseStepName }) {
  const { guesses } = entry_of(name);
  const text = <Paragraph id={`${name}.conclusion`} />;
  return (
    <div class="conclusion">
      {guesses ? (
        <Covered questions={guesses} text={t('prediction.covered_conclusion')}>
          {text}
        </Covered>
      ) : (
        text
      )}
      <PrintLines label={t('print.follows')} />
    </div>
  );
}
