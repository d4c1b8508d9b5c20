/**
 * Hand-in: the learner saves the answers as a file; a teacher opens it here and sees what was
 * answered and what is right. Nothing leaves the machine.
 */
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../controls/button.tsx';
import { FileChooser } from '../controls/file_chooser.tsx';
import { NumberTable } from '../controls/number_table.tsx';
import { Paragraph } from '../controls/message.tsx';
import { TextField } from '../controls/text_field.tsx';
import { hash } from '../state/store.ts';
import { add_messages, current_language, loaded_keys, t, type MessageKey } from '../words/i18n.ts';
import { Untrusted } from '../words/untrusted.tsx';
import { shorten } from '../words/untrusted_text.ts';
import {
  HandInError,
  longest_file,
  read_hand_in,
  write_hand_in,
  type HandedIn,
  type HandIn,
} from './hand_in_file.ts';
import { guesses, prediction_names, questions, type PredictionName } from './predictions.ts';

/** An exercise of the page that has the hand-in. */
export interface ExerciseToHandIn {
  readonly name: string;
  readonly step: string;
  readonly question: string;
  /** Undefined if it is not answered. */
  readonly answer: string | undefined;
  /** Whether an answer is right; undefined until that is known. */
  readonly judge: (answer: string) => boolean | undefined;
}

interface Props {
  readonly exercises: readonly ExerciseToHandIn[];
  readonly save: (name: string, content: string) => void;
}

/** Returns the hash that opens a step with the settings of now. */
function state_of(step: string): string {
  const now = hash.peek();
  return now.startsWith('#v=') ? `${now.replace(/&panel=\w+$/, '')}&panel=${step}` : `#${step}`;
}

const address_of = (state: string) => location.href.replace(/#.*$/, '') + state;

const guess_named = (name: string) => prediction_names.find((known) => known === name);

/** A message of a step, if its catalogue is loaded, without tags. */
function message(key: string, otherwise: string): string {
  if (!loaded_keys().includes(key as MessageKey)) return otherwise;
  return t(key as MessageKey, { tolerance: '…' }).replace(/<[^>]*>/g, '');
}

const question_of_guess = (name: PredictionName) => message(questions[name].message, name);

const option_of = (name: PredictionName, option: string) =>
  message(`${questions[name].message}_${option}`, option);

function question_of(name: string, exercises: Props['exercises']): string | undefined {
  const guess = guess_named(name);
  return guess
    ? question_of_guess(guess)
    : exercises.find((exercise) => exercise.name === name)?.question;
}

const answer_text = ({ name, answer }: HandedIn) => {
  const guess = guess_named(name);
  return guess ? option_of(guess, answer) : answer;
};

/** An exercise is judged here, by the core; a guess was judged with the settings that it had. */
function judgement(given: HandedIn, exercises: Props['exercises']): boolean | undefined {
  const exercise = exercises.find(({ name }) => name === given.name);
  return exercise ? exercise.judge(given.answer) : given.right;
}

const verdict = (right: boolean | undefined) =>
  right === undefined ? '–' : t(right ? 'prediction.right' : 'prediction.wrong');

function answers_now(exercises: Props['exercises']): readonly HandedIn[] {
  const guessed = prediction_names.flatMap((name) => {
    const guess = guesses.value[name];
    if (guess === undefined) return [];
    const { option, right } = guess;
    return [{ name, answer: option, right, state: state_of(questions[name].step) }];
  });
  const solved = exercises.flatMap(({ name, answer, step, judge }) =>
    answer === undefined ? [] : [{ name, answer, right: judge(answer), state: state_of(step) }],
  );
  return [...guessed, ...solved];
}

/** The half of the file that is read by people. */
function readable(hand_in: HandIn, exercises: Props['exercises']): string {
  const parts = hand_in.answers.map((given) =>
    [
      question_of(given.name, exercises) ?? given.name,
      `  ${answer_text(given)} – ${verdict(judgement(given, exercises))}`,
      `  ${address_of(given.state)}`,
    ].join('\n'),
  );
  return [`FFN Lab · ${hand_in.learner} · ${hand_in.made}`, ...parts].join('\n\n');
}

/** The questions of the guesses are messages of their steps. */
function use_questions(): void {
  const [, set_loaded] = useState(false);
  useEffect(() => {
    const steps = new Set(Object.values(questions).map(({ step }) => step));
    void Promise.allSettled(Array.from(steps, (step) => add_messages(`steps/${step}`))).then(() =>
      set_loaded(true),
    );
  }, []);
}

function Save({ exercises, save }: Props) {
  const [learner, set_learner] = useState('');
  const answers = answers_now(exercises);
  const make = () => {
    const hand_in = {
      learner: learner.trim().slice(0, 80),
      language: current_language(),
      made: new Date().toISOString(),
      answers,
    };
    const content = write_hand_in(readable(hand_in, exercises), hand_in);
    save('ffn-lab-answers.txt', content);
  };
  return (
    <div class="hand_in_save">
      <TextField
        label={t('hand_in.learner')}
        value={learner}
        invalid={false}
        on_text={set_learner}
      />
      <Button text={t('hand_in.save')} disabled={answers.length === 0} on_click={make} />
      <p class="hint">{t('hand_in.count', { count: answers.length })}</p>
    </div>
  );
}

function Opened({ hand_in, exercises }: { readonly hand_in: HandIn } & Pick<Props, 'exercises'>) {
  const right = hand_in.answers.filter((given) => judgement(given, exercises)).length;
  const date = new Date(hand_in.made).toLocaleString(current_language());
  return (
    <>
      <p>
        <strong>
          <Untrusted text={hand_in.learner || '–'} />
        </strong>{' '}
        · {date} · {t('hand_in.right', { right, count: hand_in.answers.length })}
      </p>
      <NumberTable
        caption={t('hand_in.caption')}
        heads={[t('hand_in.question'), t('hand_in.answer'), t('hand_in.verdict'), undefined]}
        class="hand_in_table"
        rows={hand_in.answers.map((given) => ({
          head: <Untrusted text={question_of(given.name, exercises) ?? given.name} longest={400} />,
          cells: [
            <Untrusted text={answer_text(given)} />,
            verdict(judgement(given, exercises)),
            <a href={address_of(given.state)} target="_blank" rel="noopener">
              {t('hand_in.open_state')}
            </a>,
          ],
        }))}
      />
      <p class="hint">{t('hand_in.judged')}</p>
    </>
  );
}

/** Reads a file as a hand-in, or says why it is none. */
async function open(file: File): Promise<HandIn | HandInError> {
  try {
    if (file.size > longest_file) throw new HandInError('large', { most: String(longest_file) });
    return read_hand_in(await file.text());
  } catch (error) {
    return error instanceof HandInError ? error : new HandInError('damaged');
  }
}

function Open({ exercises }: Pick<Props, 'exercises'>) {
  const [found, set_found] = useState<{
    readonly file: string;
    readonly of: HandIn | HandInError;
  }>();
  const choose = async ([file]: readonly File[]) =>
    file && set_found({ file: file.name, of: await open(file) });
  return (
    <>
      <FileChooser
        text={t('hand_in.open')}
        accept=".txt,text/plain"
        on_choose={(files) => void choose(files)}
      />
      <div role="status">
        {found?.of instanceof HandInError && (
          <p class="notice notice_error">
            {t(`hand_in.refused_${found.of.reason}`, {
              ...found.of.values,
              file: shorten(found.file, 60),
            })}
          </p>
        )}
        {found && !(found.of instanceof HandInError) && (
          <Opened hand_in={found.of} exercises={exercises} />
        )}
      </div>
    </>
  );
}

export function HandInPart(props: Props) {
  use_questions();
  return (
    <div class="hand_in">
      <h3>{t('hand_in.title')}</h3>
      <Paragraph class="prose" id="hand_in.text" />
      <Save {...props} />
      <Open exercises={props.exercises} />
    </div>
  );
}
