/** Empty: the panel uses only symbols that the legends of other panels explain. */
import type { LazyLegendEntry } from '../../controls/legend.tsx';

export const legend: readonly LazyLegendEntry[] = [];
