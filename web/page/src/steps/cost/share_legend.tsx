import type { VNode } from 'preact';
import { ShareSwatch, type PartName } from '../../charts/share_bar.tsx';
import { t } from '../../words/i18n.ts';

/** The parts of a bar beside their swatches; `count_of` shows a part's number. */
export const ShareLegend = <Part extends PartName>({
  parts,
  count_of,
}: {
  readonly parts: readonly Part[];
  count_of?: (part: Part) => VNode;
}) => (
  <ul class="share_legend">
    {parts.map((name) => (
      <li key={name}>
        <ShareSwatch name={name} /> {t(`cost.${name}`)} {count_of?.(name)}
      </li>
    ))}
  </ul>
);
