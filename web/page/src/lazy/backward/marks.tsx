/** What the glossary says of the marks of this panel. */
import { Piece, sample_cell } from '../../components/marks.tsx';
import type { LazyMark } from '../../components/marks.tsx';
import './marks.css';

const road = (cut: boolean) => (
  <span class="branch mark_road">
    <span class={cut ? 'path_stop path_cut' : 'path_stop'} />
  </span>
);

const ladder = (kind: 'with' | 'without') => (
  <Piece name="ladder">
    <path class={`ladder_line ladder_${kind}`} d="M2 12H62" />
    <circle class={`ladder_mark ladder_${kind}`} cx={32} cy={12} r={5} />
  </Piece>
);

export const marks: readonly LazyMark[] = [
  { words: 'backward.mark_gradient', classes: ['cell_gradient'], sample: sample_cell('cell_plus cell_gradient', 0.9, '+') },
  { words: 'backward.mark_zero', classes: ['cell_blocked'], sample: sample_cell('cell_zero cell_gradient cell_blocked', 0, '0') },
  { words: 'backward.mark_step', classes: ['step_back'], sample: <span class="step_arrow step_back" /> },
  { words: 'backward.mark_path', classes: ['path', 'path_stop'], sample: road(false) },
  { words: 'backward.mark_cut', classes: ['path_cut'], sample: road(true) },
  { words: 'backward.mark_with', classes: ['ladder_with', 'ladder_line', 'ladder_mark'], sample: ladder('with') },
  { words: 'backward.mark_without', classes: ['ladder_without'], sample: ladder('without') },
  {
    words: 'backward.mark_rung',
    classes: ['ladder_rung'],
    sample: (
      <Piece name="ladder">
        <g class="ladder_rung">
          <path d="M10 12H54" />
        </g>
        <circle class="ladder_mark ladder_without" cx={10} cy={12} r={5} />
        <circle class="ladder_mark ladder_with" cx={54} cy={12} r={5} />
      </Piece>
    ),
  },
];
