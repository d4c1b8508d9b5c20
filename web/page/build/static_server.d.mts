import type { Server } from 'node:http';

/** Content types by file extension. */
export const content_types: Readonly<Record<string, string>>;

/** Returns an HTTP server for `folder` that is not listening yet. */
export function serve_static(folder: string): Server;
