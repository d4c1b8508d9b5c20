/** It draws with the marks of the panels before it. */
import type { LazyLegendEntry } from '../../components/legend.tsx';

export const legend: readonly LazyLegendEntry[] = [];
