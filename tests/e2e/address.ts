export const port = Number(process.env.FFN_TEST_PORT ?? 4719);

/** The test server serves the page below this path too. */
export const sub_path = '/some/sub/path';
