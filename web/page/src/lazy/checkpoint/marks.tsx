/** What the glossary says of the marks of this panel. */
import { Piece } from '../../components/marks.tsx';
import type { LazyMark } from '../../components/marks.tsx';
import './marks.css';

/** A bar of a table of tokens, that much of the width. */
const bar = (kind: string, part: string) => (
  <span class="mark_bar">
    <span class={`tokens_bar tokens_bar_${kind}`} style={{ '--part': part }} />
  </span>
);

const on_layers: readonly LazyMark[] = [
  {
    words: 'checkpoint.mark_curve',
    classes: ['checkpoint_curve', 'checkpoint_axis', 'checkpoint_dot'],
    sample: (
      <Piece>
        <path class="checkpoint_axis" d="M2 21H62M24 21V2" />
        <path class="checkpoint_curve" d="M2 20C20 19 40 16 62 3" />
        <circle class="checkpoint_dot" cx={24} cy={17.7} r={3} />
      </Piece>
    ),
  },
  {
    words: 'checkpoint.mark_change',
    classes: ['checkpoint_bar'],
    sample: (
      <span class="checkpoint_bar mark_bar">
        <span style={{ width: '70%' }} />
      </span>
    ),
  },
  { words: 'checkpoint.mark_ramp', classes: ['checkpoint_ramp'], sample: <span class="checkpoint_ramp mark_ramp" /> },
  { words: 'checkpoint.mark_chosen', classes: ['checkpoint_chosen'], sample: <span class="mark_chosen">17</span> },
  {
    words: 'checkpoint.mark_share',
    classes: ['plot_checkpoint_share'],
    sample: (
      <Piece>
        <g class="series series_gelu">
          <path d="M2 22C10 8 24 4 62 3" />
        </g>
        <path class="plot_cursor" d="M22 0V24" />
      </Piece>
    ),
  },
];

const on_tokens: readonly LazyMark[] = [
  {
    words: 'checkpoint.mark_piece',
    classes: ['tokens_strip', 'tokens_piece', 'tokens_id'],
    sample: (
      <span class="mark_piece">
        <span class="tokens_piece">␣the</span>
        <span class="tokens_id">262</span>
      </span>
    ),
  },
  { words: 'checkpoint.mark_probability', classes: ['tokens_bar_share'], sample: bar('share', '0.7') },
  {
    words: 'checkpoint.mark_score',
    classes: ['tokens_bar_plus', 'tokens_bar_minus'],
    sample: (
      <span class="mark_scores">
        {bar('plus', '0.9')}
        {bar('minus', '0.6')}
      </span>
    ),
  },
];

export const marks: readonly LazyMark[] = [...on_layers, ...on_tokens];
