/**
 * Jump dialog: a combobox that searches steps, glossary terms and the headings of steps by title,
 * then the texts of the steps.
 */
import { useEffect, useId, useState } from 'preact/hooks';
import { is_step, steps } from '../steps/index.ts';
import { term_anchor, terms } from '../words/glossary_terms.ts';
import { t, current_language } from '../words/i18n.ts';
import { loaded_parts, part_anchor, part_title } from '../words/parts.ts';
import { go_to_anchor, place_of } from './navigate.ts';
import { jump_open } from './page_keys.tsx';
import { contains_words, normalize_text, query_words } from './search_words.ts';
import { Dialog, close_around } from '../controls/dialog.tsx';

/**
 * Returns the targets whose title contains every word of the query; those with a word that starts
 * with its first word come first.
 */
export function find_by_title<Target extends { readonly title: string }>(
  targets: readonly Target[],
  query: string,
): readonly Target[] {
  const [first = ''] = query_words(query);
  const found = targets.filter(({ title }) => contains_words(title, query));
  const starts = ({ title }: Target) =>
    normalize_text(title)
      .split(/[^\p{L}\p{N}]+/u)
      .some((word) => word.startsWith(first));
  return [...found.filter(starts), ...found.filter((target) => !starts(target))];
}

interface JumpTarget {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  /** Shows the found text; default: the element with the id. */
  readonly go?: () => void;
}

/** The headings of the loaded steps; `kind`: the title of the step. */
const headings = (): readonly JumpTarget[] =>
  loaded_parts().flatMap((part) => {
    const id = part_anchor(part);
    const step = place_of(id);
    return is_step(step) ? [{ id, title: part_title(part), kind: t(`${step}.title`) }] : [];
  });

/** Steps and glossary terms; `kind`: the translated label of either. */
function steps_and_terms(): readonly JumpTarget[] {
  const language = current_language();
  return [
    ...steps.map((id) => ({ id, title: t(`${id}.title`), kind: t('jump.panel') })),
    ...terms.map((term) => ({
      id: term_anchor(term.id),
      title: term[language],
      kind: t('jump.term'),
    })),
  ];
}

const show = (element: Element | null) =>
  element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });

function go(target: JumpTarget, from: Element): void {
  close_around(from);
  if (target.go) target.go();
  else go_to_anchor(target.id);
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
          key={`${target.id} ${target.title}`}
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

type Find = (query: string) => readonly JumpTarget[];

const find_headings: Find = (query) => find_by_title(headings(), query);

/** Loads the messages of all steps, without which a step has no headings, and the search in them. */
async function load_find(): Promise<Find> {
  const { excerpt, find_texts, go_to_text, searchable_texts } = await import('./search_texts.ts');
  const texts = await searchable_texts();
  return (query) => [
    ...find_headings(query),
    ...find_texts(texts, query).map((found) => ({
      id: found.anchor,
      title: excerpt(found.text, query),
      kind: found.title,
      go: () => void go_to_text(found),
    })),
  ];
}

/**
 * Returns the search in headings and texts, which is loaded when the dialog opens. Until then it
 * finds nothing: what it finds is listed last, so that no place moves under the pointer.
 */
function use_late_places(): Find {
  const [find, set_find] = useState<Find>();
  useEffect(() => {
    void load_find()
      .catch(() => find_headings)
      .then((loaded) => set_find(() => loaded));
  }, []);
  return find ?? (() => []);
}

/** The query, the places that match it, the chosen one, and the keys that choose and open one. */
function use_search() {
  const find_late = use_late_places();
  const [{ query, choice }, set] = useState({ query: '', choice: 0 });
  const targets = [...find_by_title(steps_and_terms(), query), ...find_late(query)];
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
