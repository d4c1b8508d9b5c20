/** What the glossary says of the marks of this panel. */
import { Piece } from '../../components/marks.tsx';
import type { LazyMark } from '../../components/marks.tsx';

export const marks: readonly LazyMark[] = [
  {
    words: 'proof.mark_right',
    classes: ['check_mark'],
    sample: (
      <Piece>
        <circle class="check_mark" cx={32} cy={12} r={4} />
      </Piece>
    ),
  },
  {
    words: 'proof.mark_beyond',
    classes: ['check_cross'],
    sample: (
      <Piece>
        <path class="check_cross" d="M27 7l10 10m0 -10l-10 10" />
      </Piece>
    ),
  },
  {
    words: 'proof.mark_limit',
    classes: ['check_tolerance'],
    sample: (
      <Piece>
        <path class="check_tolerance" d="M32 0V24" />
      </Piece>
    ),
  },
];
