/** What the reader can jump to. */
import { t } from './i18n.ts';
import { go_to_panel } from './navigate.ts';
import { panels } from './panels/index.ts';

export interface Place {
  readonly id: string;
  readonly title: string;
  /** What it is, said beside it. */
  readonly kind: string;
  readonly go: () => void;
}

export function all_places(): readonly Place[] {
  return panels.map(({ id, title }) => ({ id, title: t(title), kind: t('jump.panel'), go: () => go_to_panel(id) }));
}
