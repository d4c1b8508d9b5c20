/** It draws with the marks of the panels before it. */
import type { LateMark } from '../../components/marks.tsx';

export const marks: readonly LateMark[] = [];
