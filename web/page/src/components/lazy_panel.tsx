/** A panel whose code, words and styles are fetched when the reader comes near it. */
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { add_programs } from '../core/as_code.ts';
import type { Builder } from '../core/as_code.ts';
import { add_messages, t } from '../i18n.ts';
import type { MessageKey } from '../i18n.ts';
import { add_legend } from './legend.tsx';
import type { LazyLegendEntry } from './legend.tsx';
import { Message } from './message.tsx';

/** What the module of such a panel gives. */
export interface LazyPanelModule {
  readonly Panel: ComponentType;
  /** Programs of its numbers, by the names of their calls. */
  readonly programs: Readonly<Record<string, Builder>>;
  /** Legend of its drawings, for the glossary. */
  readonly legend: readonly LazyLegendEntry[];
}

export type LoadLazyPanel = () => Promise<LazyPanelModule>;

interface LazyPanelProps {
  readonly name: string;
  /** In place of the panel until it is there, and on paper. */
  readonly lead: MessageKey;
  readonly load: LoadLazyPanel;
}

/** A window's height before it comes into sight. */
const observer_options = { rootMargin: '100% 0px' };

const loaded = new Map<string, ComponentType>();

async function fetch_panel(name: string, load: LoadLazyPanel): Promise<ComponentType> {
  const [{ Panel, programs, legend }] = await Promise.all([load(), add_messages(name)]);
  add_programs(programs);
  add_legend(name, legend);
  loaded.set(name, Panel);
  return Panel;
}

/** Some browsers hold to it that a script did not arrive, whatever has become of the connection, until the page is loaded anew. */
function Failed({ times, again }: { readonly times: number; readonly again: () => void }) {
  const reload = times > 1;
  return (
    <div class="notice" role="alert">
      <p>
        {t('late.failed')} {reload && t('late.reload_text')}
      </p>
      <p>
        <button type="button" class="button" onClick={again}>
          {t('late.again')}
        </button>{' '}
        {reload && (
          <button type="button" class="button" onClick={() => location.reload()}>
            {t('late.reload')}
          </button>
        )}
      </p>
    </div>
  );
}

export function LazyPanel({ name, lead, load }: LazyPanelProps) {
  const placeholder = useRef<HTMLDivElement>(null);
  const [Panel, set_panel] = useState<ComponentType | undefined>(() => loaded.get(name));
  const [state, set_state] = useState<'idle' | 'fetching' | 'failed'>('idle');
  const failures = useRef(0);
  const fetch_it = () => {
    set_state('fetching');
    // A component is a function, which a setter would call.
    fetch_panel(name, load).then(
      (panel) => set_panel(() => panel),
      () => {
        failures.current += 1;
        set_state('failed');
      },
    );
  };
  useEffect(() => {
    if (Panel !== undefined || placeholder.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      fetch_it();
    }, observer_options);
    observer.observe(placeholder.current);
    return () => observer.disconnect();
  }, []);
  if (Panel !== undefined) return <Panel />;
  return (
    <div ref={placeholder} class="lazy_placeholder" aria-busy={state === 'fetching'}>
      <p>
        <Message id={lead} />
      </p>
      {state === 'failed' && <Failed times={failures.current} again={fetch_it} />}
    </div>
  );
}
