/** Bins of the histograms: the same for every step, so that rows can be compared. */
export const bins = { pre_activation: { bins: 64, range: [-8, 8] }, hidden: { bins: 48, range: [-1, 5] } } as const;
