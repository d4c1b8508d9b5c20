/**
 * The last page: exercises with checked answers, the whole as a program, and the map of what the
 * model knows. The last lines of the steps stand above it.
 */
import { computed } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { fact_map_legend } from '../../charts/fact_map.tsx';
import { Button } from '../../controls/button.tsx';
import { FoldedOnPhone } from '../../controls/folded.tsx';
import { folded_part } from '../../words/parts.ts';
import { CopyText } from '../../controls/copy_text.tsx';
import { Message, Paragraph } from '../../controls/message.tsx';
import { TextField } from '../../controls/text_field.tsx';
import { start_facts } from '../../language_model/answers.ts';
import { RightMap } from '../../language_model/right_map.tsx';
import { text_file, use_saving } from '../../export/downloads.tsx';
import { HandInPart } from '../../quiz/hand_in.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { asked_answer } from '../../numbers/asked.ts';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { parse_number, type NumberResult } from '../../words/parse_number.ts';
import { answers, exercise_names, exercises, give_answer, type ExerciseName } from './exercises.ts';
import type * as recipe from './recipe.ts';
import numpy from './whole.numpy.py?raw';
import pytorch from './whole.pytorch.py?raw';
import './summary.css';

const solutions = asked_answer<typeof recipe.exercises>('summary.exercises', () => ({}));

/** A number over another, such as 1/2. */
const fraction = /^([^/⁄]+)[/⁄]([^/⁄]+)$/;

/**
 * Reads an answer: a number or a fraction. A whole number may have points, commas or blanks between
 * its thousands.
 */
function read_answer(name: ExerciseName, text: string): NumberResult {
  const whole = solutions.shown.value?.value[name].within === 0;
  const read = (part: string) =>
    parse_number(whole ? part.replace(/(\d)[.,\s](?=\d{3}(?!\d))/g, '$1') : part);
  const [, over, under] = fraction.exec(text) ?? [];
  if (over === undefined || under === undefined) return read(text);
  const [above, below] = [read(over.trim()), read(under.trim())];
  if (!('value' in above && 'value' in below) || below.value === 0) return { error: 'no_number' };
  return { value: above.value / below.value };
}

/** Says whether an answer is right; undefined until the core has computed it. */
function is_right(name: ExerciseName, text: string): boolean | undefined {
  const solution = solutions.shown.value?.value[name];
  const number = read_answer(name, text);
  if (solution === undefined) return undefined;
  return 'value' in number && Math.abs(number.value - solution.answer) <= solution.within;
}

function Verdict({ name, text }: { readonly name: ExerciseName; readonly text: string }) {
  const right = is_right(name, text);
  if (right === undefined) return null;
  const values = {
    answer: (
      <Value
        of={solutions.shown.value}
        path={`${name}.answer`}
        style={solutions.shown.value?.value[name].within === 0 ? 'count' : 'cell'}
      />
    ),
    step: <a href={`#${exercises[name]}`}>{t('summary.step')}</a>,
  };
  return (
    <p>
      <strong>{t(right ? 'prediction.right' : 'prediction.wrong')}</strong>{' '}
      <Message id={`summary.${name}_answer`} values={values} />
    </p>
  );
}

/** A question with a field; its answer is checked when the learner asks for it. */
function Exercise({ name }: { readonly name: ExerciseName }) {
  const given = answers.value[name];
  const [draft, set_draft] = useState(given ?? '');
  const text = given ?? draft;
  const invalid = text.trim() !== '' && !('value' in read_answer(name, text.trim()));
  const checkable = text.trim() !== '' && !invalid;
  const toggle = () => give_answer(name, given === undefined ? text.trim() : undefined);
  const on_enter = (event: Event) => {
    event.preventDefault();
    if (checkable && given === undefined) toggle();
  };
  return (
    <li class="exercise">
      <Paragraph id={`summary.${name}`} />
      <form class="exercise_answer" onSubmit={on_enter}>
        <TextField
          label={t('summary.answer')}
          keyboard="decimal"
          value={text}
          invalid={invalid}
          error={invalid ? t('summary.no_number') : ''}
          on_text={(typed) => {
            give_answer(name, undefined);
            set_draft(typed);
          }}
        />
        <Button
          text={t(given === undefined ? 'prediction.check' : 'summary.again')}
          disabled={!checkable}
          on_click={toggle}
        />
      </form>
      <div class="exercise_verdict" role="status">
        {given !== undefined && <Verdict name={name} text={given} />}
      </div>
    </li>
  );
}

/** Puts the comments in the page's language. */
const translated = (program: string): string =>
  program.replace(/\{whole_(title|forward|backward|update)\}/g, (_, name: string) =>
    t(`summary.whole_${name as 'title' | 'forward' | 'backward' | 'update'}`),
  );

const programs = {
  NumPy: computed(() => translated(numpy)),
  PyTorch: computed(() => translated(pytorch)),
};

/** The answers as a file to hand in, and such a file opened. */
function HandIn() {
  const { status, save } = use_saving();
  return (
    <>
      <HandInPart
        exercises={exercise_names.map((name) => ({
          name,
          step: exercises[name],
          question: t(`summary.${name}`),
          answer: answers.value[name],
          judge: (text) => is_right(name, text),
        }))}
        save={(name, content) => void save({ name, make: () => text_file(content, 'text/plain') })}
      />
      <p class="hint" role="status">
        {status}
      </p>
    </>
  );
}

export function Panel() {
  useEffect(start_facts, []);
  return (
    <div class="summary" aria-busy={solutions.pending.value}>
      <h3>{t('summary.exercises')}</h3>
      <Paragraph class="prose" id="summary.exercises_text" />
      <CallErrorNotice error={solutions.error.value} />
      <ol class="exercises">
        {exercise_names.map((name) => (
          <Exercise key={name} name={name} />
        ))}
      </ol>
      <HandIn />
      <h3>{t('summary.program')}</h3>
      <Paragraph class="prose" id="summary.program_text" />
      <FoldedOnPhone {...folded_part('summary.programs')}>
        <div class="summary_programs">
          {(['NumPy', 'PyTorch'] as const).map((name) => (
            <CopyText key={name} title={name} code text={programs[name]} />
          ))}
        </div>
      </FoldedOnPhone>
      <h3>{t('summary.map')}</h3>
      <Paragraph class="prose" id="summary.map_text" />
      <RightMap name="summary_map" />
    </div>
  );
}

export const legend = fact_map_legend;
