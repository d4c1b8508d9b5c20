/** Jump dialog: a combobox that searches steps, their headings and glossary terms by title. */
import { useEffect, useId, useState } from 'preact/hooks';
import { is_step, steps } from '../steps/index.ts';
import { term_anchor, terms } from '../words/glossary_terms.ts';
import { add_messages, t, current_language } from '../words/i18n.ts';
import { loaded_parts, part_anchor, part_title } from '../words/parts.ts';
import { go_to_anchor, place_of } from './navigate.ts';
import { jump_open } from './page_keys.tsx';
import { Dialog, close_around } from '../controls/dialog.tsx';

/** Returns the text in lower case without diacritics, so that "do thua" finds "độ thưa". */
export const normalize_text = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase();

/**
 * Returns the targets whose title contains every word of the query; those with a word that starts
 * with its first word come first.
 */
export function find_by_title<Target extends { readonly title: string }>(
  targets: readonly Target[],
  query: string,
): readonly Target[] {
  const words = normalize_text(query).split(/\s+/).filter(Boolean);
  const found = targets.filter(({ title }) =>
    words.every((word) => normalize_text(title).includes(word)),
  );
  const starts = ({ title }: Target) =>
    normalize_text(title)
      .split(/[^\p{L}\p{N}]+/u)
      .some((word) => word.startsWith(words[0] ?? ''));
  return [...found.filter(starts), ...found.filter((target) => !starts(target))];
}

/**
 * Steps, their headings, and glossary terms. `kind`: the translated label of a step or term; of a
 * heading, the title of its step.
 */
function jump_targets() {
  const language = current_language();
  return [
    ...steps.map((id) => ({ id, title: t(`${id}.title`), kind: t('jump.panel') })),
    ...loaded_parts().flatMap((part) => {
      const id = part_anchor(part);
      const step = place_of(id);
      return is_step(step) ? [{ id, title: part_title(part), kind: t(`${step}.title`) }] : [];
    }),
    ...terms.map((term) => ({
      id: term_anchor(term.id),
      title: term[language],
      kind: t('jump.term'),
    })),
  ];
}

type JumpTarget = ReturnType<typeof jump_targets>[number];

const show = (element: Element | null) =>
  element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });

function go(target: JumpTarget, from: Element): void {
  close_around(from);
  go_to_anchor(target.id);
}

function TargetList({
  id,
  targets,
  chosen,
}: {
  readonly id: string;
  readonly targets: readonly JumpTarget[];
  readonly chosen: number;
}) {
  return (
    <ul id={id} class="jump_list" role="listbox" aria-label={t('jump.places')}>
      {targets.map((target, index) => (
        <li
          key={target.id}
          id={`${id}_${index}`}
          role="option"
          aria-selected={index === chosen}
          {...(index === chosen && { ref: show })}
          onClick={(event) => go(target, event.currentTarget)}
        >
          {target.title} <span class="hint">{target.kind}</span>
        </li>
      ))}
    </ul>
  );
}

/** Loads the messages of all steps: without them, a step has no headings in the list. */
function use_all_messages(): void {
  const [, set_loaded] = useState(0);
  useEffect(() => {
    for (const name of steps)
      add_messages(`steps/${name}`).then(
        () => set_loaded((count) => count + 1),
        () => undefined,
      );
  }, []);
}

/** The query, the places that match it, the chosen one, and the keys that choose and open one. */
function use_search() {
  use_all_messages();
  const [{ query, choice }, set] = useState({ query: '', choice: 0 });
  const targets = find_by_title(jump_targets(), query);
  const chosen = Math.min(choice, targets.length - 1);
  const on_key = (event: KeyboardEvent & { readonly currentTarget: Element }) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const target = targets[chosen];
    if (target === undefined) return;
    if (by !== 0) set({ query, choice: (chosen + by + targets.length) % targets.length });
    else if (event.key === 'Enter' && !event.isComposing) go(target, event.currentTarget);
    else return;
    event.preventDefault();
  };
  return {
    query,
    targets,
    chosen,
    on_key,
    on_query: (text: string) => set({ query: text, choice: 0 }),
  };
}

function Search() {
  const id = useId();
  const { query, targets, chosen, on_key, on_query } = use_search();
  return (
    <>
      <input
        class="field_input jump_query"
        type="text"
        role="combobox"
        aria-label={t('jump.query')}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={chosen >= 0 ? `${id}_${chosen}` : undefined}
        autofocus
        autocomplete="off"
        spellcheck={false}
        placeholder={t('jump.query')}
        value={query}
        onInput={(event) => on_query(event.currentTarget.value)}
        onKeyDown={on_key}
      />
      <TargetList id={id} targets={targets} chosen={chosen} />
      <p class="hint" role="status">
        {targets.length === 0 && t('jump.none')}
      </p>
    </>
  );
}

export function JumpDialog() {
  return (
    <Dialog open={jump_open} title={t('jump.title')}>
      <Search />
    </Dialog>
  );
}
