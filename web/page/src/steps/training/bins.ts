/** Bins of the histograms: identical for all steps, so that the rows are comparable. */
export const bins = { pre_activation: { bins: 64, range: [-8, 8] }, hidden: { bins: 48, range: [-1, 5] } } as const;
