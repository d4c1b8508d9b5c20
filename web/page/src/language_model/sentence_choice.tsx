/** The choice of a sentence of the corpus: by its language, its relation, and its beginning. */
import type { ComponentChildren } from 'preact';
import { Choice } from '../controls/choice.tsx';
import { FoldedOnPhone } from '../controls/folded.tsx';
import { on_phone } from '../controls/window_width.ts';
import { Select } from '../controls/select.tsx';
import { store } from '../state/store.ts';
import { t } from '../words/i18n.ts';
import { autonyms, languages, type Language } from '../words/languages.ts';
import { all_sentences } from './answers.ts';
import { choose_sentence, sentences_alike } from './chosen.ts';
import { relations, type Sentence } from './corpus.ts';
import './facts.css';

/**
 * Chooses the same fact in another language, or if the table does not have it, the first of the
 * same relation.
 */
function choose_language(language: Language, { relation, subject, wording }: Sentence): void {
  const there = sentences_alike({ language, relation });
  choose_sentence(
    there.find((one) => one.subject === subject && one.wording === wording) ?? there[0],
  );
}

/** One of the sentences with the same language and relation. */
export function SentenceSelect({ chosen }: { readonly chosen: Sentence }) {
  return (
    <Select
      class="field facts_field"
      label={t('sentence.beginning')}
      language={chosen.language}
      value={chosen.number}
      values={sentences_alike(chosen).map(({ number }) => number)}
      text={(number) => `${all_sentences()[number]?.text ?? ''} …`}
      on_choose={(number) => choose_sentence(all_sentences()[number])}
    />
  );
}

/** The language and the relation of the sentence. */
function KindChoice({ chosen }: { readonly chosen: Sentence }) {
  const of_language = all_sentences().filter(({ language }) => language === chosen.language);
  const present = relations.filter((name) => of_language.some(({ relation }) => relation === name));
  return (
    <div class="controls sentence_kind">
      <Choice
        legend={t('sentence.language')}
        values={languages}
        label={(code) => autonyms[code]}
        value={chosen.language}
        on_choose={(code) => choose_language(code, chosen)}
      />
      <Select
        class="field facts_field"
        label={t('sentence.relation')}
        value={chosen.relation}
        values={present}
        text={(name) => t(`sentence.relation_${name}`)}
        on_choose={(name) => choose_sentence(of_language.find(({ relation }) => relation === name))}
      />
    </div>
  );
}

/** `children`: further controls; without them a typed prompt is not shown, and a note says so. */
export function SentenceChoice({
  chosen,
  children,
}: {
  readonly chosen: Sentence;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="controls">
      {on_phone.value && <SentenceSelect chosen={chosen} />}
      <FoldedOnPhone title={t('sentence.others')} about={t('sentence.others_about')}>
        <KindChoice chosen={chosen} />
      </FoldedOnPhone>
      {!on_phone.value && <SentenceSelect chosen={chosen} />}
      {children ?? (store.fact_prompt.value && <p class="hint">{t('sentence.needs_table')}</p>)}
    </div>
  );
}
