/** Number of grid points of the fitted curve, and per axis of the surface. */
export const grid_points = { curve: 201, surface: 48 };

/** Input range of the generated data sets; for `surface` with a margin for noise. */
export const toy_domain = { curve: [-2, 2], surface: [-2.25, 2.25] } as const;
