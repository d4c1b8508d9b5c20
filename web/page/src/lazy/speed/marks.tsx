/** What the glossary says of the marks of this panel. */
import { Piece } from '../../components/marks.tsx';
import type { LazyMark } from '../../components/marks.tsx';

const bar = (name: string) => (
  <Piece>
    <rect class={name} x={2} y={5} width={60} height={14} />
  </Piece>
);

const stage = (name: string) => bar(`stage_bar stage_${name}`);

export const marks: readonly LazyMark[] = [
  { words: 'speed.mark_bar', classes: ['speed_bar'], sample: bar('speed_bar') },
  { words: 'speed.mark_other', classes: ['speed_bar_other'], sample: bar('speed_bar speed_bar_other') },
  {
    words: 'speed.mark_spread',
    classes: ['speed_spread'],
    sample: (
      <Piece>
        <path class="speed_spread" d="M12 12H52M12 8v8M52 8v8" />
      </Piece>
    ),
  },
  {
    words: 'speed.mark_limit',
    classes: ['speed_limit'],
    sample: (
      <Piece>
        <path class="speed_limit" d="M32 1V23" />
      </Piece>
    ),
  },
  { words: 'speed.mark_product', classes: ['stage_linear1', 'stage_linear2'], sample: stage('linear1') },
  { words: 'speed.mark_activation', classes: ['stage_activation'], sample: stage('activation') },
  { words: 'speed.mark_rest', classes: ['stage_rest'], sample: stage('rest') },
];
