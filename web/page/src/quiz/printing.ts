/**
 * Printing: as the reader sees the page, as a worksheet, whose questions have lines to write on, or
 * with all answers.
 */
import { signal } from '@preact/signals';
import { lay_out_for_paper } from '../controls/window_width.ts';

export const print_modes = ['worksheet', 'answers'] as const;
type PrintMode = (typeof print_modes)[number];

/** Undefined unless the page is being printed by one of its own buttons. */
export const print_mode = signal<PrintMode | undefined>(undefined);

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const longest_wait_frames = 120;

/** Waits until the uncovered answers are computed and drawn. */
async function drawn(frames = longest_wait_frames): Promise<void> {
  await frame();
  const computing = document.querySelector('main [aria-busy="true"], main .skeleton') !== null;
  if (frames > longest_wait_frames - 3 || (computing && frames > 0)) await drawn(frames - 1);
}

export async function print_as(mode: PrintMode): Promise<void> {
  const end_layout = lay_out_for_paper();
  const end = () => {
    print_mode.value = undefined;
    end_layout();
  };
  print_mode.value = mode;
  addEventListener('afterprint', end, { once: true });
  await drawn();
  print();
}
