/** Type a few letters, press Enter, be there. */
import { useId, useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { jump_open } from '../page_keys.ts';
import { matching } from '../find_by_title.ts';
import { all_places } from '../places.ts';
import type { Place } from '../places.ts';
import { Dialog, close_around } from './dialog.tsx';

interface ListProps {
  readonly id: string;
  readonly places: readonly Place[];
  readonly chosen: number;
  readonly on_go: (place: Place, from: Element) => void;
}

/** The chosen place stays in sight while the arrows walk through the list. */
function show(element: Element | null): void {
  element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

function PlaceList({ id, places, chosen, on_go }: ListProps) {
  return (
    <ul id={id} class="jump_list" role="listbox" aria-label={t('jump.places')}>
      {places.map((place, index) => (
        <li
          key={place.id}
          id={`${id}_${index}`}
          role="option"
          aria-selected={index === chosen}
          {...(index === chosen && { ref: show })}
          onClick={(event) => on_go(place, event.currentTarget)}
        >
          {place.title} <span class="hint">{place.kind}</span>
        </li>
      ))}
    </ul>
  );
}

function Search() {
  const id = useId();
  const [query, set_query] = useState('');
  const [choice, set_choice] = useState(0);
  const places = matching(all_places(), query);
  const chosen = Math.min(choice, places.length - 1);
  const go = (place: Place, from: Element) => {
    close_around(from);
    place.go();
  };
  const on_key = (event: KeyboardEvent & { readonly currentTarget: Element }) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const place = places[chosen];
    if (step !== undefined && places.length > 0) set_choice((chosen + step + places.length) % places.length);
    else if (event.key === 'Enter' && place && !event.isComposing) go(place, event.currentTarget);
    else return;
    event.preventDefault();
  };
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
        onInput={(event) => {
          set_query(event.currentTarget.value);
          set_choice(0);
        }}
        onKeyDown={on_key}
      />
      <PlaceList id={id} places={places} chosen={chosen} on_go={go} />
      <p class="hint" role="status">
        {places.length === 0 && t('jump.none')}
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
