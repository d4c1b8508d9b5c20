/** The lines that embed a figure, a step or the start page's sentence, with the state of now, in another page. */
import { embed_address } from '#edition/page.ts';
import { computed } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CopyText } from '../controls/copy_text.tsx';
import { hash_for_panel } from '../state/store.ts';
import { current_language, t } from '../words/i18n.ts';
import { controls_of } from './figure_controls.ts';

/** Whether the edition has a page for frames, and this is not that page. */
export const can_embed = (): boolean =>
  embed_address(current_language()) !== undefined && !('embed' in document.documentElement.dataset);

/** Returns the hash of a state with the name of a figure; '' for the whole place. */
const with_figure = (hash: string, figure: string): string =>
  figure === '' ? hash : `${hash === '' ? '#' : `${hash}&`}figure=${figure}`;

/** Title and link around an embedded figure, and the gap below a control, in pixels. */
const frame_height = 84;
const control_gap = 16;

const in_attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const frame_line = (address: string, title: string, height: number) =>
  `<iframe src="${in_attribute(address)}" title="${in_attribute(title)}" width="100%" height="${height}" style="border: 0" loading="lazy"></iframe>`;

const script_line =
  `<script>addEventListener("message", ({ source, data }) => { if (data?.type === "ffn-lab:height") ` +
  `for (const frame of document.querySelectorAll("iframe")) ` +
  `if (frame.contentWindow === source) frame.height = Number(data.height); })</script>`;

const notebook_lines = (address: string, height: number) =>
  `from IPython.display import IFrame\nIFrame("${address}", width="100%", height=${height})`;

/**
 * Returns the height of the figure with its controls, or of the step or the sentence: embedded they
 * are about as high.
 */
function shown_height(inside: Element, figure: string): number {
  if (figure === '') return inside.closest('section.panel, .hero')?.clientHeight ?? 0;
  const frame = inside.closest<HTMLElement>(`[data-figure="${figure}"]`);
  if (frame === null) return 0;
  const drawing = frame.querySelector('.figure_drawing')?.clientHeight ?? 0;
  return controls_of(frame).reduce(
    (height, control) => height + control.offsetHeight + control_gap,
    drawing,
  );
}

const place_of = (inside: Element) => inside.closest('section.panel')?.id ?? '';

/** `figure`: its name, '' for all of the place. */
export function EmbedCode({ figure, title }: { readonly figure: string; readonly title: string }) {
  const here = useRef<HTMLDivElement>(null);
  const [place, set_place] = useState<Readonly<{ panel: string; height: number }>>();
  useLayoutEffect(() => {
    if (here.current === null) return;
    const panel = place_of(here.current);
    const height = shown_height(here.current, panel === '' ? '' : figure);
    set_place({ panel, height: height + frame_height });
  }, [figure]);
  const { panel = '', height = 0 } = place ?? {};
  const lines = useMemo(() => {
    // The sentence of the start page is embedded with its question.
    const name = panel === '' ? '' : figure;
    const page = new URL(embed_address(current_language()) ?? '', location.href).href;
    const address = computed(() => page + with_figure(hash_for_panel(panel), name));
    return {
      frame: computed(() => frame_line(address.value, title, height)),
      script: computed(() => script_line),
      notebook: computed(() => notebook_lines(address.value, height)),
    };
  }, [panel, height, figure, title]);
  return (
    <div ref={here} class="embed_code">
      {place && (
        <>
          <CopyText title={t('embed.frame')} text={lines.frame} code />
          <CopyText title={t('embed.script')} text={lines.script} code />
          <CopyText title={t('embed.notebook')} text={lines.notebook} code />
        </>
      )}
    </div>
  );
}
