import type { Server } from 'node:http';

/** By the ending of a file's name. */
export const content_types: Readonly<Record<string, string>>;

/** A server of `folder` that does not listen yet. */
export function serve_static(folder: string): Server;
