/** A panel whose code, messages and styles are loaded when it is near the viewport. */
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { add_programs } from '../numbers/as_code.ts';
import type { Builder } from '../numbers/as_code.ts';
import { add_messages, t } from '../words/i18n.ts';
import type { MessageKey } from '../words/i18n.ts';
import { add_legend } from '../controls/legend.tsx';
import type { LazyLegendEntry } from '../controls/legend.tsx';
import { Message } from '../words/message.tsx';

/** Exports of a lazy panel's module. */
export interface LazyPanelModule {
  readonly Panel: ComponentType;
  /** Program builders for its numbers, by call name. */
  readonly programs?: Readonly<Record<string, Builder>>;
  /** Legend entries of its figures, for the glossary. */
  readonly legend: readonly LazyLegendEntry[];
}

export type LoadLazyPanel = () => Promise<LazyPanelModule>;

interface LazyPanelProps {
  readonly name: string;
  /** Text in place of the panel until it is loaded, also in print. */
  readonly lead: MessageKey;
  readonly load: LoadLazyPanel;
}

/** Loads a panel when it is less than one viewport height away. */
const observer_options = { rootMargin: '100% 0px' };

const loaded = new Map<string, ComponentType>();

async function fetch_panel(name: string, load: LoadLazyPanel): Promise<ComponentType> {
  const [{ Panel, programs, legend }] = await Promise.all([load(), add_messages(name)]);
  add_programs(programs ?? {});
  add_legend(name, legend);
  loaded.set(name, Panel);
  return Panel;
}

/** Error notice. After a second failure it offers a reload: some browsers cache the failure of a dynamic import until then. */
function Failed({ failures, retry }: { readonly failures: number; readonly retry: () => void }) {
  const reload = failures > 1;
  return (
    <div class="notice" role="alert">
      <p>
        {t('lazy.failed')} {reload && t('lazy.reload_text')}
      </p>
      <p>
        <button type="button" class="button" onClick={retry}>
          {t('lazy.again')}
        </button>{' '}
        {reload && (
          <button type="button" class="button" onClick={() => location.reload()}>
            {t('lazy.reload')}
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
  const start_loading = () => {
    set_state('fetching');
    // The panel is wrapped in a function, as the setter calls any function that it is given.
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
      start_loading();
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
      {state === 'failed' && <Failed failures={failures.current} retry={start_loading} />}
    </div>
  );
}
