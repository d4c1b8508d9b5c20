/** The frame around an embedded figure: its height, and links that lead out of it. */

import { make_size_observer } from '../controls/size_observer.ts';

/** Type of the message that tells the height, and of the one that asks for it. */
const height_message = 'ffn-lab:height';

/** Posts the height of the content to the framing page when it changes, and when that page asks. */
export function report_height(): void {
  if (parent === window) return;
  let last = 0;
  const post = () => parent.postMessage({ type: height_message, height: last }, '*');
  make_size_observer(() => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    post();
  }).observe(document.documentElement);
  addEventListener(
    'message',
    ({ source, data }: MessageEvent<{ readonly type?: unknown } | null>) => {
      if (source === parent && data?.type === height_message) post();
    },
  );
}

/** Links within the page, to the glossary for instance, open the whole page in a new tab. */
export function open_links_outside(): void {
  const lead_outside = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href^="#"]') : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    Object.assign(link, {
      href: `./${link.getAttribute('href') ?? ''}`,
      target: '_blank',
      rel: 'noopener',
    });
  };
  for (const type of ['click', 'auxclick']) addEventListener(type, lead_outside, { capture: true });
}
