/** It draws with the marks of the panels before it. */
import type { LazyMark } from '../../components/marks.tsx';

export const marks: readonly LazyMark[] = [];
