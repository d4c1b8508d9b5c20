/** Explains a number in the provenance card: by words, a formula, its terms, and programs. */
import { signal } from '@preact/signals';
import { Button } from '../controls/button.tsx';
import { write_clipboard } from '../controls/clipboard.ts';
import { Choice } from '../controls/choice.tsx';
import type { Answer } from '../numbers/answers.ts';
import type { Path } from '../numbers/path.ts';
import { Value } from '../numbers/value.tsx';
import { read_preference, save_preference } from '../state/preferences.ts';
import type { State } from '../state/state.ts';
import { loaded_keys, t, type MessageKey } from '../words/i18n.ts';
import { without_joiners } from '../words/line_breaks.ts';
import { frameworks, python_program } from './python.ts';
import type { Quantity } from './quantity.ts';
import { explain_sum, Terms } from './terms.tsx';

declare module '../words/i18n.ts' {
  interface Catalogues {
    readonly explanations: typeof import('./messages/en.json');
  }
}

const languages = [...frameworks, 'js'] as const;
type ProgramLanguage = (typeof languages)[number];

/** Not translated: proper names. */
const language_names = { js: 'JavaScript', numpy: 'NumPy', pytorch: 'PyTorch' } as const;

const preference = 'program';
const chosen = signal(languages.find((name) => name === read_preference(preference)) ?? 'numpy');

function choose(language: ProgramLanguage): void {
  chosen.value = language;
  save_preference(preference, language);
}

const copied = signal<string | undefined>(undefined);

async function copy(code: string): Promise<void> {
  try {
    await write_clipboard(code);
    copied.value = code;
  } catch {
    // Without clipboard access: selects the text for manual copying.
    getSelection()?.selectAllChildren(document.getElementById('provenance_code') ?? document.body);
  }
}

/** Returns a message if there is one. */
const t_if_known = (key: string): string | undefined =>
  loaded_keys().includes(key as MessageKey) ? t(key as MessageKey) : undefined;

/** The sentence about a number: about its kind, or else its recipe, or else the recipe's step. */
export function sentence_about({ recipe }: Answer, quantity: Quantity | undefined) {
  if (quantity) return t(`explanations.about_${quantity.about}`);
  const [step = ''] = recipe.split('.');
  const known = [recipe.replace('.', '_'), step].map((of) => t_if_known(`explanations.of_${of}`));
  return known.find((sentence) => sentence !== undefined);
}

/** A comment of the programs, in the page's language. */
export const comment = (name: string): string =>
  without_joiners(t_if_known(`explanations.comment_${name}`) ?? name);

function Factors({ answer, factors = [] }: { answer: Answer; factors: Quantity['factors'] }) {
  if (factors.length === 0) return null;
  return (
    <p class="explanation_terms">
      {factors.map(([name, path, style], position) => (
        <span key={path}>
          {position > 0 && ', '}
          <code>{name}</code> {'= '}
          <Value of={answer as Answer<never>} path={path as Path<never>} style={style} />
        </span>
      ))}
    </p>
  );
}

interface ProgramProps {
  readonly programs: Readonly<Partial<Record<ProgramLanguage, string>>>;
  readonly quantity: Quantity | undefined;
}

/** Says how close a program's number is to the page's. */
function agreement(language: ProgramLanguage, quantity: Quantity | undefined) {
  if (language === 'js') return 'same_bits';
  if (quantity?.about === 'count') return 'exact';
  return language === quantity?.random ? 'random' : 'rounded';
}

function Programs({ programs, quantity }: ProgramProps) {
  const offered = languages.filter((language) => programs[language] !== undefined);
  const language = offered.includes(chosen.value) ? chosen.value : 'js';
  const code = programs[language] ?? '';
  return (
    <>
      <div class="explanation_languages">
        {offered.length > 1 && (
          <Choice
            legend={t('explanations.language')}
            quiet
            values={offered}
            label={(name) => language_names[name]}
            value={language}
            on_choose={choose}
          />
        )}
        <span class="explanation_agreement">
          {t(`explanations.${agreement(language, quantity)}`)}
        </span>
      </div>
      <pre
        id="provenance_code"
        class="provenance_code"
        tabIndex={0}
        aria-label={t('provenance.code')}
        data-language={language}
      >
        <code>{code}</code>
      </pre>
      <Button
        text={
          copied.value === code
            ? t('provenance.copied')
            : t('explanations.copy', { language: language_names[language] })
        }
        small
        on_click={() => void copy(code)}
      />
    </>
  );
}

/** Returns the programs in Python that compute a quantity. */
export function python_programs(state: State, quantity: Quantity) {
  const { of_example, python, given = {}, names = {} } = quantity;
  const example = of_example ? state : undefined;
  return Object.fromEntries(
    frameworks.flatMap((framework) => {
      const piece = python[framework];
      if (piece === undefined) return [];
      const request = { example, piece, given, names };
      return [[framework, python_program(framework, request, comment)]];
    }),
  ) as Partial<Record<(typeof frameworks)[number], string>>;
}

/** Returns what the card shows about a number of an answer, which is a quantity if one is known. */
export function explanation(answer: Answer, quantity: Quantity | undefined, program: string) {
  const state = answer.state as State;
  explain_sum(state, quantity?.sum);
  const programs = { js: program, ...(quantity && python_programs(state, quantity)) };
  const sentence = sentence_about(answer, quantity);
  return (
    <>
      {sentence !== undefined && <p class="explanation_words">{sentence}</p>}
      {quantity?.formula !== undefined && (
        <p class="explanation_formula">
          <code>{quantity.formula}</code>
        </p>
      )}
      <Factors answer={answer} factors={quantity?.factors} />
      {quantity?.sum && <Terms />}
      <Programs programs={programs} quantity={quantity} />
    </>
  );
}
