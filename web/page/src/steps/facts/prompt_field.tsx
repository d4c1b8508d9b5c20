/** The beginning of the sentence as a text that can be typed. */
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { TextField } from '../../controls/text_field.tsx';
import { asked, choose_sentence, type Asked } from '../../language_model/chosen.ts';
import type { Corpus } from '../../language_model/corpus.ts';
import {
  completions,
  read_prompt,
  sentence_with,
  type TypedPrompt,
} from '../../language_model/typed_prompt.ts';
import { store } from '../../state/store.ts';
import { format_count, t } from '../../words/i18n.ts';
import { shorten } from '../../words/untrusted_text.ts';

/**
 * Why the model does not answer to what the field shows: it has no word yet, or one that cannot be
 * read. Undefined if the model answers to it.
 */
export const unanswered = signal<'empty' | 'unread' | undefined>(undefined);

/** Gives the model the tokens read so far; a prompt of the corpus chooses its sentence. */
function ask({ tokens, state }: TypedPrompt, corpus: Corpus): void {
  if (state === 'unknown' || state === 'too_long') return;
  const sentence = state === 'read' ? sentence_with(tokens, corpus) : undefined;
  if (sentence) choose_sentence(sentence);
  else store.fact_prompt.value = tokens.length === 0 ? undefined : tokens;
}

function error_text(
  { state, word, tokens, expected }: TypedPrompt,
  { vocabulary, longest }: Corpus,
): string {
  if (state === 'too_long')
    return t('facts.too_long', {
      count: format_count(tokens.length),
      longest: format_count(longest),
    });
  const examples = expected.slice(0, 3).join(', ');
  return t('facts.unknown_word', {
    word: shorten(word),
    count: format_count(vocabulary.length),
    words: examples,
  });
}

export function PromptField({
  prompt,
  corpus,
}: {
  readonly prompt: Asked;
  readonly corpus: Corpus;
}) {
  /** `left`: the user has left the field, so that a word that is not finished is an error. */
  const [draft, set_draft] = useState<{ readonly text: string; readonly left: boolean }>();
  const asked_here = useRef<string | undefined>(undefined);
  // A prompt that is chosen elsewhere replaces the draft.
  useEffect(() => {
    if (prompt.text !== asked_here.current) set_draft(undefined);
  }, [prompt.text]);
  const text = draft?.text ?? prompt.text;
  const read = read_prompt(text, corpus, prompt.language);
  const invalid =
    read.state === 'unknown' ||
    read.state === 'too_long' ||
    (read.state === 'unfinished' && draft?.left === true);
  const why = draft && (invalid ? 'unread' : read.tokens.length === 0 ? 'empty' : undefined);
  useLayoutEffect(() => {
    unanswered.value = why;
    return () => (unanswered.value = undefined);
  }, [why]);
  const type = (typed: string) => {
    set_draft({ text: typed, left: false });
    ask(read_prompt(typed, corpus, prompt.language), corpus);
    asked_here.current = asked.peek()?.text;
  };
  return (
    <TextField
      class="facts_field facts_typed"
      label={t('facts.typed')}
      language={prompt.language}
      value={text}
      completions={completions(text, corpus, prompt.language)}
      invalid={invalid}
      error={invalid ? error_text(read, corpus) : ''}
      on_text={type}
      on_leave={() =>
        set_draft((old) =>
          old === undefined || read.state === 'read' ? undefined : { ...old, left: true },
        )
      }
    />
  );
}
