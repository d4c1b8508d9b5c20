export const port = Number(process.env.FFN_TEST_PORT ?? 4719);

/** The same files below a folder that the page knows nothing of. */
export const sub_path = '/some/sub/path';
