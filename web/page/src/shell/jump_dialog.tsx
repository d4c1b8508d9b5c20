/** Jump dialog: a combobox that searches steps, their headings and glossary terms by title. */
import { useEffect, useId, useState } from 'preact/hooks';
import { steps } from '../steps/index.ts';
import { add_messages, t } from '../words/i18n.ts';
import { jump_open } from './page_keys.ts';
import { find_by_title } from './find_by_title.ts';
import { jump_targets } from './jump_targets.ts';
import type { JumpTarget } from './jump_targets.ts';
import { Dialog, close_around } from '../controls/dialog.tsx';

interface ListProps {
  readonly id: string;
  readonly targets: readonly JumpTarget[];
  readonly chosen: number;
  readonly on_go: (target: JumpTarget, from: Element) => void;
}

/** Scrolls the active option into view. */
function show(element: Element | null): void {
  element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

function TargetList({ id, targets, chosen, on_go }: ListProps) {
  return (
    <ul id={id} class="jump_list" role="listbox" aria-label={t('jump.places')}>
      {targets.map((target, index) => (
        <li
          key={target.id}
          id={`${id}_${index}`}
          role="option"
          aria-selected={index === chosen}
          {...(index === chosen && { ref: show })}
          onClick={(event) => on_go(target, event.currentTarget)}
        >
          {target.title} <span class="hint">{target.kind}</span>
        </li>
      ))}
    </ul>
  );
}

/** The query, the places that match it, the chosen one, and the keys that choose and open one. */
function use_search() {
  const [query, set_query] = useState('');
  const [choice, set_choice] = useState(0);
  const [, set_loaded] = useState(0);
  useEffect(() => {
    // Without its messages, a step has no headings in the list.
    for (const { id } of steps)
      add_messages(id)
        .then(() => set_loaded((count) => count + 1))
        .catch(() => undefined);
  }, []);
  const targets = find_by_title(jump_targets(), query);
  const chosen = Math.min(choice, targets.length - 1);
  const go = (target: JumpTarget, from: Element) => {
    close_around(from);
    target.go();
  };
  const on_key = (event: KeyboardEvent & { readonly currentTarget: Element }) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const target = targets[chosen];
    if (step !== undefined && targets.length > 0) set_choice((chosen + step + targets.length) % targets.length);
    else if (event.key === 'Enter' && target && !event.isComposing) go(target, event.currentTarget);
    else return;
    event.preventDefault();
  };
  const on_query = (text: string) => {
    set_query(text);
    set_choice(0);
  };
  return { query, targets, chosen, go, on_key, on_query };
}

function Search() {
  const id = useId();
  const { query, targets, chosen, go, on_key, on_query } = use_search();
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
      <TargetList id={id} targets={targets} chosen={chosen} on_go={go} />
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
