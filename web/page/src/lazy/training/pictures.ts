/** Points of the fitted curve, and along each side of the surface. */
export const grid_points = { curve: 201, surface: 48 };

/** Where toy data lie, with room for the noise of points. */
export const toy_domain = { curve: [-2, 2], surface: [-2.25, 2.25] } as const;
